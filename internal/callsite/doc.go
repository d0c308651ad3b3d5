// Package callsite records where a declaration was written, so that a fault can
// be reported at the user's own line:
//
//	at := callsite.Here()       // in prop.Int, or three helpers below it
//	file, line := at.Position() // when, and only when, a fault is printed
//
// Recording keeps program counters and looks nothing up; a capture costs a few
// hundred nanoseconds. Instead of counting frames, which a helper added between
// two functions would silently break, a lookup walks up to the first frame that
// lies outside the declaring packages of this module.
package callsite
