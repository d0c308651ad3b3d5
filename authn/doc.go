// Package authn declares how requests prove who sent them.
//
//	var bearer = authn.Bearer("bearer", verifier.Verify).Format("JWT").Claims(tenant)
//	var key = authn.APIKeyHeader("key", "X-Api-Key", lookup)
//	var either = authn.AnyOf(bearer, key)
//
// A [Scheme] is an immutable value: how credentials are found, checked,
// challenged and documented, in one declaration. A [Requirement] is what a route
// asks for: a scheme, [AnyOf] several or [AllOf] them.
//
// The function of a scheme turns credentials into an [Identity], or fails:
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
// Any other error is a failure of the server, a 500 that is logged, so that a
// mistake in a check never looks like a bad token. Handlers read the identity
// from the context, and its claims with typed properties:
//
//	who := authn.FromContext(call.Context())
//	id, ok := tenant.Lookup(who)
//
// # Several schemes
//
// The first alternative that is met says who asks. Every credential that a request
// carries for a scheme of the API must be good: bad ones are refused beside good ones,
// where another scheme is asked for, and where the route is public, for a client that
// sends a token wants it to count. Schemes that are asked for together are merged as
// [AllOf] says.
//
// # Specifications
//
// Challenges are RFC 9110 §11.6.1 and for bearer tokens RFC 6750 §3. Basic is
// RFC 7617. API keys have no registered scheme; they are challenged with ApiKey.
// A token is read from the Authorization header only (RFC 6750 §2.1).
//
// # Security considerations
//
// Credentials longer than [MaxCredentials] bytes are refused unread. An
// Authorization header, key or cookie that comes twice is refused with 400, for
// another server on the way may have read the other one. No error and no answer
// holds credentials: keys and passwords are a [Secret], which prints as
// "[secret]".
//
// An API key in a cookie is sent by browsers on their own: such a scheme needs
// protection from forged requests (SameSite cookies, or a look at the Origin
// header). One in the query ends up in logs; prefer a header.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/authentication.md
package authn
