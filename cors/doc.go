// Package cors declares which web pages of other origins may use an API.
//
//	api.CORS(cors.Origins("https://shop.example", "https://*.shop.example").
//		Credentials().
//		MaxAge(time.Hour))
//
// The rest comes from the API: the methods of a path, the headers that a route reads, and
// those that responses have.
//
// # Specifications
//
// Fetch (fetch.spec.whatwg.org), CORS protocol. An origin is scheme, host, and a port that
// is not the default of the scheme (RFC 6454 §6.2).
//
// # Security considerations
//
// Origins are compared byte by byte, and a pattern covers subdomains only. The origin null,
// which any page gets in a sandboxed frame, is never allowed by name. With
// [Policy.Credentials], the pages of every listed origin can do what their users may do.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/operations.md
package cors
