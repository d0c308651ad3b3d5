// Command write writes the files of package builders. go generate runs it in the directory of the
// files, with its name as the argument.
package main
