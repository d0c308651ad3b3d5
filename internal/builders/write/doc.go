// Command write writes the files of package builders. It is run by go generate in the
// folder that they are for, whose name it is given.
package main
