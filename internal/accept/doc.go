// Package accept negotiates the media type of an answer and reads the one of a request.
//
//	offer, ok := accept.Choose(r.Header["Accept"], []string{"application/json", "text/csv"})
//	if !ok {
//		// 406
//	}
//
//	essence, ok := accept.MediaType(r.Header.Get("Content-Type"))
//	if !ok || !accept.IsJSON(essence) {
//		// 415
//	}
//
// # Specifications
//
// [Choose] follows RFC 9110 §12.5.1 (Accept) with the weights of §12.4.2 and the lists of §5.6.1,
// [MediaType] and [Param] §8.3.1 (media types) and §5.6.6 (parameters), [IsJSON] RFC 6839 §3.1.
//
// # Tolerance
//
// An element of Accept that is malformed is ignored alone, and the others count: a client that sends
// nonsense has stated no preference. One thing beyond the grammar is understood, a weight without its
// leading zero (";q=.2"), because the HTTP client of older Java versions sends it to every server.
// A Content-Type is not negotiated but obeyed, so it is either well formed as a whole or refused.
//
// # Security
//
// All functions read a value once from left to right and keep nothing but positions: the time is linear
// in the length of the header, times the number of offers. They allocate only to lower the case of a
// media type and to remove backslashes from a quoted string.
package accept
