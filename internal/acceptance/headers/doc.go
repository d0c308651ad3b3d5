// Package headers tests response headers: caching, CORS, security headers, ranges, deprecation, and
// values that a header cannot have.
package headers
