// Package authn declares security schemes: how requests are authenticated.
//
//	var bearer = authn.Bearer("bearer", verifier.Verify).Format("JWT").Claims(tenant)
//	var key = authn.APIKeyHeader("key", "X-Api-Key", lookup)
//	var either = authn.AnyOf(bearer, key)
//
// A [Scheme] is an immutable value that declares where credentials are, how they are
// checked and challenged, and how the document describes them. A route requires a
// [Requirement]: a scheme, [AnyOf] several or [AllOf] them.
//
// The function of a scheme returns the [Identity] of credentials, or an error:
//
//	func lookup(ctx context.Context, key authn.Secret) (authn.Identity, error) {
//		row, err := store.KeyByPrefix(ctx, key.Prefix(8))
//		switch {
//		case err != nil:
//			return authn.Identity{}, authn.Unavailable(time.Second, err) // 503
//		case !key.Matches(row.Hash):
//			return authn.Identity{}, authn.Invalid("The key is not known.") // 401
//		}
//		return authn.New(row.Owner).Scopes(row.Scopes...), nil
//	}
//
// Any other error is an internal error, a 500 that is logged, so that a bug in a check
// never looks like an invalid token. Handlers read the identity from the context, and
// its claims with typed properties:
//
//	identity := authn.FromContext(call.Context())
//	id, ok := tenant.Lookup(identity)
//
// # Several schemes
//
// The first alternative that is satisfied determines the identity. All credentials of a
// request must be valid, for every scheme of the API: also beside valid ones, for a
// scheme that the route does not require, and on a public route. A client that sends a
// token expects it to count. [AllOf] merges the identities of several schemes.
//
// # Specifications
//
// Challenges follow RFC 9110 §11.6.1, and for bearer tokens RFC 6750 §3. Basic follows
// RFC 7617. API keys have no registered authentication scheme; their challenge is
// ApiKey, or the scheme of [APIKeyAuthorization]. Tokens are read from the Authorization header only (RFC 6750 §2.1).
//
// # Security considerations
//
// Credentials longer than [MaxCredentials] bytes are rejected without being read. A
// repeated Authorization header, key or cookie is rejected with 400, because a proxy may
// have read the other one. No error and no response contains credentials: keys and
// passwords are a [Secret], which prints as "[secret]".
//
// Browsers send an API key in a cookie automatically: such a scheme needs protection from
// forged requests (SameSite cookies, or a check of the Origin header). A key in the query
// ends up in logs; prefer a header.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/authentication.md
package authn
