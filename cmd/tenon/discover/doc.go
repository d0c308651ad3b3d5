// Package discover finds the routes that the packages of a module export, and writes a Go
// file that lists them. It is the command `tenon discover`:
//
//	//go:generate go run github.com/tenon-go/tenon/cmd/tenon discover ./...
//
//	app, err := tenon.New("Shop", "1.0.0").Group("/v1", Routes()...).Build()
//
// The file is routes_gen.go in the current directory; -o, -pkg and -func change its name
// and what it declares. In CI, -check writes nothing and fails with a diff if the file
// is out of date.
//
// A program with a cache of its own, such as one that all machines of a team share, runs
// [Command] itself:
//
//	func main() {
//		os.Exit(discover.Command{Cache: shared}.Run(context.Background(), os.Args[1:]))
//	}
//
// # What is found
//
// Exported package-level variables that are a [route.Member], such as routes, groups and
// resources, and slices []route.Member. Exported functions without parameters that
// return one of these. They are listed by package, and in a package in the order of
// the source, with files in the order of their names.
//
// Parts of a listed value are not listed again: a route in a group, in the With of a
// resource, in a slice, or in the body of a listed function. A route that is derived
// from another is a route of its own.
//
// The line //discover:skip above a declaration excludes it.
//
// # Errors
//
// Each error has its position: an unexported route that nothing in its package uses,
// because it would not be served; exported routes in a package main, in an internal
// package that the list cannot import, or in a package that imports the one of the list;
// and invalid source. Function bodies, tests, testdata, and directories that begin with
// _ or a dot are not read.
//
// # Speed
//
// Results are cached in the user's cache directory, under a fingerprint of the files of a
// package and of all its dependencies; -cache names another directory, or off. If
// nothing has changed, no package is parsed.
//
// The package needs the go command and go/types, and no other module than the library.
// It is in the module of the command all the same, so that programs that serve an API do not
// require it.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/generators.md
//
// [route.Member]: https://pkg.go.dev/github.com/tenon-go/tenon/route#Member
package discover
