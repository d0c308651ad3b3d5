// Package precondition decides whether a request may go on, given the version
// that a resource has (RFC 9110 §13).
//
//	c, malformed := precondition.Parse(r.Header)
//	switch c.Evaluate(r.Method, precondition.State{Exists: true, Tag: precondition.Tag("7")}) {
//	case precondition.NotModified: // 304
//	case precondition.Failed:      // 412
//	}
//
// Everything here is a pure function of header fields and a [State]: whether
// the state is still true when something is done about it is the caller's
// business. Range requests are not covered.
//
// # Specifications
//
// RFC 9110: §8.8.3 entity tags and how they are compared, §13.1 the fields,
// §13.2.2 the order in which they count, §5.6.1.2 lists, §5.6.7 dates.
package precondition
