package prop

// DerivedProp is a property that another package of the library creates, such as the parameter
// of a filter.
//
// Its methods are those of every builder: internal/builders copies them.
type DerivedProp[V any] core
