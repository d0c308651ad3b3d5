// Package auth checks the credentials of requests. Packages authn and authz are what
// users declare schemes, requirements and rules with; their values are made of those
// of this package:
//
//	r := auth.RequirementOf(declared).Among(schemes)
//	identity, failure := r.Check(request)
//	missing, ok := auth.Rule(rule).Check(ctx, identity, nil)
package auth
