// Package faults tests that Build reports every fault of a declaration, once, with the file and the
// line where it is written.
package faults
