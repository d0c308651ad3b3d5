// Package probe is what tests and documents need of a built API beside its tree: to read and to write
// values as its operations do.
package probe
