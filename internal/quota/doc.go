// Package quota holds what a route and a rate limit say to one another, so that
// a program without rate limits links no store of them:
//
//	v := limiter.Take(key, request, identity)
//	quota.Headers(key, w.Header(), []quota.Verdict{v})
package quota
