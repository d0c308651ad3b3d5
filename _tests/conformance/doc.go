// Package conformance checks the documents of the library with other tools: validators,
// linters and the official schemas, and compares those of the API with everything with golden files. It is
// outside of the library's module, so that the library does not depend on them.
//
// The directory judges has the tools that are programs. Install those for Node:
//
//	npm install --prefix _tests/conformance/judges --no-package-lock
package conformance
