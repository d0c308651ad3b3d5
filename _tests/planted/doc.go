// Package planted has an API whose store is right, and one with a bug in each other file. Its tests
// measure how many of them package apitest finds, and that it raises no alarm on the right one.
package planted
