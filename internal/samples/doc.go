// Package samples makes JSON values that satisfy the rules of a declaration, for examples
// in documents:
//
//	text, ok := samples.Of(body.Prop, body.Mode, attempt)
//
// The first attempt prefers what a reader finds plausible: declared examples, short texts,
// small numbers and every member that anyone may send. Later attempts vary at random but
// reproducibly. The tests of rules of the application are functions that the tree does not
// have, so that a caller checks values with a probe (ir.Probe) and maxTries again.
package samples
