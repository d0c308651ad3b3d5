// Package guards tests access control with real servers: OpenID Connect providers, Redis,
// Varnish and nginx. It is outside of the library's module, so that the library does not depend on them.
package guards
