// Package callsite records the position of a declaration, so that a fault is reported at the
// user's own line:
//
//	at := callsite.Here()       // in prop.Int, or three helpers below it
//	file, line := at.Position() // when, and only when, a fault is printed
//
// Recording stores program counters and resolves nothing; it takes a few hundred nanoseconds.
// Resolving walks up to the first frame outside of the declaring packages of this module. It does
// not count frames, which a new helper function would silently break.
package callsite
