// Package match parses OpenAPI path templates and finds the route of a request.
//
//	tpl, err := match.Parse("/shops/{shop_id}/products/{id}")
//
//	var tree match.Tree[*operation]
//	tree.Add("GET", tpl, op)
//
//	path := match.Of(r.URL)
//	op, found := tree.Find("GET", path)
//	values := tpl.Values(buf[:0], path) // "s-1", "p%2F7": still percent-encoded
//	id, err := path.Decode(values[1])   // "p/7"
//
// # Terminology
//
// A template is a list of segments, each either a literal or one {parameter}. A trailing slash is a
// segment of its own: "/products/" ends in an empty literal and matches no other path than that.
// There is no parameter over several segments, so a template matches paths of one length only.
//
// Two templates are compared as sets of paths ([Compare]). Of two routes of one method the narrower
// wins, whichever was declared first; Equal and Overlap are faults that a caller reports when it
// compiles the routes, with [Example] as the evidence.
//
// # Percent-encoding
//
// Paths are split at "/" before anything is decoded, so that "%2F" never ends a segment (RFC 3986
// §2.2, §6.2.2.2); one whose decoding has lost nothing may be split afterwards ([Of]). A literal is compared octet by octet after decoding: "/pro%64ucts" finds
// "/products". A malformed escape matches no literal; in the place of a parameter it is handed on as
// it is, for the decoder of that parameter to refuse. Nothing is cleaned and nothing is redirected:
// "/a//b" and "/a/./b" are paths like any other.
//
// # Cost
//
// Find and Values do not allocate. A tree is a trie: a request looks up one literal and at most one
// parameter a segment, and comes back to a parameter only where the literal beside it led nowhere.
// Because a node of a trie has one parent, it is entered at most once in a search, whatever the path
// holds: the work is bounded by the nodes that the routes put there, never by 2^segments of the path.
// In addition each node knows how many segments may follow, so that branches of another length are not
// entered at all, and a path with more segments than [MaxSegments] costs one count of its slashes.
package match
