// Package builders writes the methods that builders have in common, each for every
// builder. A generic type gets them twice in every package that uses it; methods of a type
// that it embeds would come four times, and take as much longer to compile.
//
//	go generate ./prop ./route
package builders
