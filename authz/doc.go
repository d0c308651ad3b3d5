// Package authz declares what an identity needs to call a route.
//
//	route.Delete("/products/{id}", products.Delete()).
//		Scopes("products:write").
//		Authorize(authz.AnyRole("owner", "support"))
//
// A [Rule] is an immutable value: [Scopes], [AnyScope], [Roles], [AnyRole],
// [Permissions], [AnyPermission], or a [Policy] of the application. All rules of a route,
// its groups and its API must be satisfied. Decisions that depend on the decoded input or
// the loaded entity are declared with route.WriteRoute.AuthorizeInput and
// route.ResourceRoutes.AuthorizeEntity.
//
// An unauthenticated request gets a 401 with a challenge, and an identity that does not
// satisfy a rule a 403. For bearer tokens the 403 has a challenge, too, with the missing
// scopes (RFC 6750 §3.1).
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/authorization.md
package authz
