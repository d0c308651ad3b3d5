// Tenon works with APIs that are declared with package tenon:
//
//	tenon new [flags] directory                   creates a project
//	tenon run [package [arguments]]               runs a program, and restarts it on changes
//	tenon check [flags] [packages]                reports the faults of APIs without serving
//	tenon openapi [flags] [package]               writes the OpenAPI document of an API
//	tenon discover [flags] [packages]             writes a Go file that lists all exported routes
//	tenon shapes ts [flags] package Variable...   writes TypeScript types of every mode
//	tenon shapes go [flags] package Variable...   writes Go structs, bindings and accessors
//	tenon shapes collections [flags] directory [Type...]
//	                                              writes collections of structs in source
//	tenon completion bash|zsh|fish                writes a script that completes commands
//
// Install it, or use it as a tool of a module, after go get -tool:
//
//	go install github.com/tenon-go/tenon/cmd/tenon@latest
//
//	//go:generate go tool tenon discover ./...
//	//go:generate go tool tenon shapes ts -o ../web/shop.ts . Products Addresses Nodes()
//
// The exit status is 0, 1 if there are faults, a file is out of date or discover finds nothing, or 2 if the arguments are
// not valid or the command cannot work. The flag -h of a command prints its flags.
//
// # APIs
//
// Check and openapi find the APIs that a package declares: variables such as
//
//	var api = tenon.New("Shop", "1.0.0").Add(routes...)
//
// and functions without parameters that return a tenon.API, a *tenon.App or a *tenon.App and an error. The flag
// -api takes another expression, such as newAPI(nil). The main function does not run, but variables are
// initialized as always. Check writes a line for each fault, which editors read:
//
//	products.go:31: MaxLen(0) is below MinLen(1)
//
// The values of a package exist only while it runs. So the commands build and run a test of the
// package. Its source is in an overlay of the go command: the tree is not changed, unexported names can be
// used, and the package may be main.
//
// # Run
//
// Run watches the Go files and the embedded files of the program, in all modules of the developer, and their
// go.mod, go.sum and go.work. If a build fails, the old program keeps running. Otherwise the old program gets
// SIGTERM, and the new one starts when it has ended, or has been killed after the time of -grace.
//
// # Shapes
//
// A variable is an exported one of the package, or a function without parameters, and
// holds a collection; -unions names variables that hold unions. The flag -o names the
// file; without it, the command writes to standard output. With -check it writes nothing,
// and the exit status is 1 if the file is out of date. The package must not be main.
//
// Package discover describes which routes are listed; its flags are there too. Package
// shapes describes the types.
package main
