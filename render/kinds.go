package render

import "github.com/tenon-go/tenon/internal/ir"

// Kinds of problems that most stores know. A resource tells them in its own
// words; see route.ResourceRoutes.NotFound.
var (
	// NotFound is the problem of an entity that does not exist.
	NotFound = known(NewProblem(404, "no_such_entity", "No such entity.").
			Describe("There is no entity with this key, or not any more."))
	// Forbidden is the problem of a caller who may not do this, whatever scopes they
	// have; see route.WriteRoute.Allow. It is what the library itself answers where a
	// rule of package authz is not met.
	Forbidden = known(NewProblem(ir.Forbidden.Status, ir.Forbidden.Code, "Forbidden").Detail(ir.Forbidden.Detail))
	// Conflict is the problem of an entity that cannot stand beside another, such
	// as one whose name is taken.
	Conflict = known(NewProblem(409, "conflict", "The entity conflicts with another.").
			Describe("Another entity has what only one may have."))
)

// known marks a kind of which the languages of the library speak.
func known(p *Problem) *Problem {
	return p.edit(func(p *Problem) {
		if p.author = ir.Library; p.detail != "" {
			p.said = p.code
		}
	})
}

// Kinds returns the kinds of this package. It is for sibling packages.
func Kinds(ir.Key) []*Problem { return []*Problem{NotFound, Forbidden, Conflict} }
