package prop

// DerivedProp is a property that another package of the library makes, such as the
// parameter of a filter.
//
// Its methods are those of every builder: internal/builders copies them.
type DerivedProp[V any] core
