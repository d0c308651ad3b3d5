package endpoint

import (
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/tree"
)

// admitAs returns the stage of an operation that admits every caller as one with an identity. Rate
// limits apply.
func (e *Endpoint) admitAs(who authn.Identity) stage {
	return func(c *Call) error {
		if err := c.count(e.limiters.early); err != nil {
			return err
		}
		if err := c.checkSizes(); err != nil {
			return c.orLimited(err)
		}
		c.setIdentity(who)
		c.ex.R = c.ex.R.WithContext(authn.NewContext(c.ex.R.Context(), who))
		return c.count(e.limiters.late)
	}
}

// everyone returns an identity with everything that an operation requires of identities, or shows
// to some of them.
func everyone(o *tree.Operation) authn.Identity {
	granted := map[tree.GrantKind][]string{}
	if s := o.Security; s != nil && s.Access != nil {
		for _, clause := range s.Access.Clauses {
			for _, g := range clause.Any {
				granted[g.Kind] = append(granted[g.Kind], g.Name)
			}
		}
	}
	bodies := []*tree.Body{o.Body}
	for a := range o.Responses() {
		bodies = append(bodies, a.Body)
	}
	for _, b := range bodies {
		if b == nil {
			continue
		}
		for _, set := range tree.VisibilityOf(b.Prop).Sets {
			granted[tree.GrantScope] = append(granted[tree.GrantScope], set...)
		}
	}
	return authn.New("anyone").Scopes(granted[tree.GrantScope]...).Roles(granted[tree.GrantRole]...).Permissions(granted[tree.GrantPermission]...)
}
