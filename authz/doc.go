// Package authz declares what an identity needs to call a route.
//
//	route.Delete("/products/{id}", products.Delete()).
//		Scopes("products:write").
//		Authorize(authz.AnyRole("owner", "support"))
//
// A [Rule] is an immutable value: [Scopes], [AnyScope], [Roles], [AnyRole],
// [Permissions], [AnyPermission], or a [Policy] of the application's own. All
// rules of a route, its groups and its API must hold. What only the decoded
// input or the loaded entity can tell is decided by route.WriteRoute.Allow and
// route.ResourceRoutes.AuthorizeEntity.
//
// Who has proved to be nobody gets a 401 with a challenge; who lacks something a
// 403. That of a bearer token has a challenge too, which names the missing scopes
// (RFC 6750 §3.1).
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/authorization.md
package authz
