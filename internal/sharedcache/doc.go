// Package sharedcache decides what a shared cache (RFC 9111) may do with responses, for tests:
//
//	if sharedcache.Stores(r.Header, status, header) && sharedcache.Selects(r.Header, header, other.Header) {
//		// the response may be sent to the other request
//	}
package sharedcache
