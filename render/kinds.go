package render

// Kinds of problems that most stores know. A resource tells them in its own
// words; see route.Crud.NotFound.
var (
	// NotFound is the problem of an entity that does not exist.
	NotFound = NewProblem(404, "no_such_entity", "No such entity.").
			Describe("There is no entity with this key, or not any more.")
	// Conflict is the problem of an entity that cannot stand beside another, such
	// as one whose name is taken.
	Conflict = NewProblem(409, "conflict", "The entity conflicts with another.").
			Describe("Another entity has what only one may have.")
)
