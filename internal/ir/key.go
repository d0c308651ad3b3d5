package ir

// Key guards methods that are exported only for sibling packages. Importers of
// the module cannot name it, and its unexported field keeps a plain struct{}{}
// from being assignable to it.
type Key struct{ _ key }

type key struct{}
