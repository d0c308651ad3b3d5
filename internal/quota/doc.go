// Package quota connects routes with rate limits, so that a program without rate limits
// links no store of them:
//
//	limiter, err := quota.PolicyOf(declared).Open(place, logger)
//	v := limiter.Take(request, identity)
//	quota.Headers(w.Header(), []quota.Verdict{v})
package quota
