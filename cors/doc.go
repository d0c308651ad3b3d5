// Package cors says which web pages of other origins may use an API.
//
//	api.CORS(cors.Origins("https://shop.example", "https://*.shop.example").
//		Credentials().
//		MaxAge(time.Hour))
//
// The API knows the rest by itself: which methods a path has, which headers a
// route reads, and which the answers have.
//
// # Specifications
//
// Fetch (fetch.spec.whatwg.org), CORS protocol. An origin is what RFC 6454 §6.2
// makes of it: scheme, host, and a port that is not the scheme's own.
//
// # Security considerations
//
// Origins are compared to the byte, and a pattern covers sub-domains only. The
// origin null, which any page can get by a sandboxed frame, is never allowed by
// name. [Policy.Credentials] trusts the pages of every origin listed with what
// their users may do.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/operations.md
package cors
