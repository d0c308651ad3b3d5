// Package conformance holds what the library writes against other people's
// tools: validators, linters and the official schemas. It is a module of its own,
// so that the library does not depend on them.
//
// The folder judges has those that are programs. Those of Node it needs installed:
//
//	npm install --prefix _conformance/judges --no-package-lock
package conformance
