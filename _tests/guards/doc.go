// Package guards tests access control with real servers: OpenID Connect providers, Redis,
// Varnish and nginx. It is a module of its own, so that the library does not depend on them.
package guards
