// Package conformance holds what the library writes against other people's
// tools: validators, linters and public suites. It is a module of its own, so
// that the library does not depend on them.
package conformance
