// Package dynamic has properties, bodies and routes whose Go types are known only to their
// functions, so that a program can declare what it reads. It is a package of its own because
// its many generic functions take long to compile.
package dynamic
