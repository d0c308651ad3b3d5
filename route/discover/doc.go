// Discover is used where no one wants to keep a list of routes by hand. It finds those
// that the packages of a tree export, and writes one Go file that lists them:
//
//	//go:generate go run github.com/tenon-go/tenon/route/discover ./...
//
//	app, err := tenon.New("Shop", "1.0.0").Group("/v1", Routes()...).Build()
//
// The file is routes_gen.go in the current directory; -o, -pkg and -func change where
// it lies and what it declares. In CI, -check writes nothing and fails with a diff
// where the file is out of date.
//
// # What is found
//
// Exported package-level variables that are a [route.Member]: routes, groups and
// resources, and slices []route.Member. Exported functions without parameters that
// return one of these. They are listed by package, and in a package in the order of
// the source, files by their names.
//
// What is part of something else is not listed a second time: a route that stands in a
// group, in the With of a resource, in a slice, or in the body of a function that
// is listed and returns any of these. A route derived from another is one of its own.
//
// The line //discover:skip above a declaration leaves it out.
//
// # What is refused
//
// Each with its position: a route that is not exported and that nothing in its package
// uses, as it would be served by nobody; exported routes in a package main, in an
// internal package that the list cannot import, or in a package that imports the one
// of the list; source that is not correct. The bodies of functions are not looked at,
// and neither are tests, testdata, and directories that begin with _ or a dot.
//
// # Speed
//
// What was found in a package is remembered in the user's cache directory, under a
// fingerprint of its files and of everything that it depends on; -cache says another
// directory, or off, and a program of one's own any other cache; see package discovery.
// Where nothing has changed, no package is parsed.
//
// It has no dependencies beside the library: the go command tells what belongs to a
// build, and go/types reads the rest. It is a module of its own all the same, so
// that a program that serves an API has nothing of it.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/generators.md
//
// [route.Member]: https://pkg.go.dev/github.com/tenon-go/tenon/route#Member
package main
