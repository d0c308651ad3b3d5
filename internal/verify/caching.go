package verify

import "github.com/tenon-go/tenon/tree"

// caching checks that shared caches do not send the response of one caller to others.
func (o *Operation) caching() {
	n := o.Node
	c := n.Caching
	if c == nil || c.Kind != tree.CachePublic || !n.Security.Secured() {
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
