// Package property has the declarations that the builders of package prop are: what a
// property is, whatever the Go type of its values, and how other packages of the module
// reach it.
//
// A builder of package prop is a defined type over [Property], so that its methods are one
// line that converts a pointer. They are compiled again for each type of value in each
// package that uses one; what is here is compiled once.
package property
