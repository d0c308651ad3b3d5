package render

import "github.com/tenon-go/tenon/internal/problem"

// Problem types of stores. A resource can replace them; see
// route.ResourceRoutes.NotFound.
var (
	// NotFound is the problem type of an entity that does not exist.
	NotFound = (*Problem)(problem.NotFound)
	// Forbidden is the problem type of a caller without permission, whatever its scopes; see
	// route.WriteRoute.AuthorizeInput. The library sends it if a rule of package authz is not
	// satisfied.
	Forbidden = (*Problem)(problem.Forbidden)
	// Conflict is the problem type of an entity that conflicts with another, such as one
	// with the same name.
	Conflict = (*Problem)(problem.Conflict)
)
