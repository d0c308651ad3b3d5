// Package page types what the README and the tutorial say into an empty folder, as a reader does, and
// compares what the programs print.
package page
