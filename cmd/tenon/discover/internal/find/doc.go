// Package find finds routes in the packages of a module, and writes the Go file that lists
// them:
//
//	found, err := find.Find(ctx, find.Query{Dir: ".", Output: "routes_gen.go", Patterns: []string{"./..."}})
//	os.WriteFile("routes_gen.go", found.Text, 0o644)
//
// # Type checking
//
// The packages of the module, and of others in its workspace, are type-checked from source
// without the bodies of functions, which do not affect the types of package-level values. Their
// other imports come from export data of the compiler, which building the program needs anyway.
// So nothing of the tree is compiled, and it need not even compile: the file that is written
// may be out of date.
//
// Measured with 500 packages of three routes each, every one of which imports the last: 0.4 s.
// Export data of the tree itself, which go/packages loads if only types are requested, requires
// compiling it: one such package takes 1.3 s of processor time, mostly for instances of generic
// types, so that 500 take ten minutes, and again after each change of the first.
//
// # Cache
//
// The members of a package are cached under a fingerprint of its files, of the build (go.mod,
// go.sum, versions, platform), and of the packages of the tree that it imports, recursively. If
// nothing has changed, files are read and hashed, and none is parsed: 0.1 s for the same
// packages.
package find
