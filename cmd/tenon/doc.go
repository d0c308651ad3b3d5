// Tenon generates source from the declarations of an API:
//
//	tenon routes [flags] [packages]                         a Go file that lists all exported routes
//	tenon shapes ts          [flags] package Variable...    TypeScript types of every mode
//	tenon shapes go          [flags] package Variable...    Go structs, bindings and accessors
//	tenon shapes collections [flags] directory [Type...]    collections of structs in source
//
// As a tool of a module, after go get -tool:
//
//	//go:generate go tool tenon routes ./...
//	//go:generate go tool tenon shapes ts -o ../web/shop.ts . Products Addresses Nodes()
//
// Package discover describes which routes are listed; its flags are there too. Package
// shapes describes the types.
//
// # Shapes
//
// A variable is an exported one of the package, or a function without parameters, and
// holds a collection; -unions names variables that hold unions. The flag -o names the
// file; without it, the command writes to standard output. With -check it writes nothing,
// and the exit status is 1 if the file is out of date.
//
// The values of a package exist only while it runs. So ts and go build and run a program
// that imports it. The source of the program is in an overlay of the go command: the tree
// is not changed, and internal packages can be read.
package main
