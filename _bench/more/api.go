package more

// The APIs.
const (
	Names   = "names"
	Tree    = "tree"
	Wide    = "wide"
	Shapes  = "shapes"
	Long    = "long"
	Guarded = "guarded"
	Signed  = "signed"
	Limited = "limited"
	Keyed   = "keyed"
	Current = "current"
)

// Clients is how many clients of a limit send requests at the same time.
const Clients = 64
