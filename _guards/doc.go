// Package guards holds the guards of requests against other people's servers,
// such as an OpenID Connect provider. It is a module of its own, so that the
// library does not depend on them.
package guards
