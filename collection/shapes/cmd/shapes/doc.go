// Shapes is used where a file shall show what the collections of a package look like:
//
//	shapes ts          [flags] package Variable...   TypeScript types of every mode
//	shapes go          [flags] package Variable...   Go structs, bindings and accessors
//	shapes collections [flags] directory [Type...]   collections of structs in source
//
// As a tool of a module, after go get -tool:
//
//	//go:generate go tool shapes ts -o ../web/shop.ts . Products Addresses Nodes()
//
// A variable is an exported one of the package, or a function without parameters, that
// is a collection; unions are named with -unions. The file is what -o says, or the standard
// output. With -check nothing is written, and the exit status is 1 where the file is out
// of date.
//
// The values of a package are there only when it runs. So ts and go run a program that
// imports it, built by the go command from a file that exists for the compiler alone: the
// tree is not written to, and internal packages can be read.
package main
