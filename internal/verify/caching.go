package verify

// Caching is the [ir.Caching.Check] of policies for shared caches: it checks that these do not send
// the response of one caller to others.
func Caching(operation any) {
	o := operation.(*Operation)
	n := o.Node
	c := n.Caching
	if !n.Security.Secured() {
		return
	}
	if n.Security.Private() {
		o.fault(c.At, "Cache(%s) lets shared caches keep responses, but the route needs an identity; "+
			"say Public of the route, or cache.Private", c.Value)
	} else if scheme := n.Security.Unnamed(); scheme != nil {
		o.fault(c.At, "Cache(%s) lets shared caches keep responses, but they cannot tell callers with the scheme %q from anonymous ones; "+
			"use cache.Private", c.Value, scheme.Name)
	}
}
