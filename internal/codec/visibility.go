package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Grants reports whether a caller has one of the scopes that make a member visible. Only members with
// scopes call it.
//
// nil is the program itself, to which every member is visible. Code that serves requests must not
// leave it nil: an anonymous caller is [Anonymous].
type Grants interface{ HasAny(scopes ...string) bool }

// isVisible reports whether a member with these scopes is visible.
func isVisible(grants Grants, scopes []string) bool {
	return scopes == nil || grants == nil || grants.HasAny(scopes...)
}

// Anonymous has no scopes.
var Anonymous Grants = anonymous{}

type anonymous struct{}

func (anonymous) HasAny(...string) bool { return false }

// ScopeIssue returns the issue of a member or parameter that needs one of the scopes.
func ScopeIssue(scopes []string) *Issue {
	if len(scopes) == 1 {
		return newIssue("scope", tree.TextParam("scope", scopes[0]))
	}
	return newTyped("scope", "scope.any", tree.TextsParam("scopes", scopes))
}

// scopeSets are the sets of scopes on members inside a value. They are found at the first change by
// a caller with Grants.
type scopeSets struct {
	of   tree.Type // of the value
	once sync.Once
	all  []scopeSet
}

type scopeSet struct {
	scopes []string
	issue  *Issue
}

// hiddenFrom returns the issue of a part of a value that is hidden; nil if none is.
func (s *scopeSets) hiddenFrom(grants Grants) *Issue {
	if grants == nil {
		return nil
	}
	s.once.Do(func() {
		for _, set := range tree.VisibilityOf(&tree.Prop{Type: s.of}).Sets {
			s.all = append(s.all, scopeSet{set, ScopeIssue(set)})
		}
	})
	for _, secret := range s.all {
		if !isVisible(grants, secret.scopes) {
			return secret.issue
		}
	}
	return nil
}

// hider is a codec whose values may have hidden parts.
type hider interface {
	hides(grants Grants) bool
	// hide removes the hidden parts of the value at a, a copy. It changes no memory that another
	// copy shares.
	hide(grants Grants, a place.Addr)
}

// hides reports whether values of c have hidden parts.
func hides(c Codec, grants Grants) bool {
	h, ok := c.(hider)
	return ok && grants != nil && h.hides(grants)
}

func (c *ruleCodec) hides(grants Grants) bool { return hides(c.inner, grants) }

func (c *ruleCodec) hide(grants Grants, a place.Addr) { c.inner.(hider).hide(grants, a) }

// visibleTo returns the visible part of a value: the value itself if nothing is hidden.
func (c *ruleCodec) visibleTo(grants Grants, a place.Addr) place.Addr {
	if !c.hides(grants) {
		return a
	}
	v := c.typ.Copy(a)
	c.hide(grants, v)
	return v
}

// hiddenMember is a member that may be hidden or have hidden parts, in any mode.
type hiddenMember struct {
	scopes []string
	field  *Field
}

// hiddenMembers are the members of a collection that may be hidden or have hidden parts. They are found
// when a value is first hidden.
type hiddenMembers struct {
	once sync.Once
	all  []hiddenMember
}

func (h *hiddenMembers) of(g *ObjectForm) []hiddenMember {
	h.once.Do(func() {
		c := NewCompiler(tree.Create)
		for i, m := range g.Node.Members {
			if m.Guarded() || len(tree.VisibilityOf(m.Prop).Sets) > 0 {
				h.all = append(h.all, hiddenMember{m.Scopes, g.Bindings[i].field(c)})
			}
		}
	})
	return h.all
}

func (o *Object) hides(grants Grants) bool { return o.scopes.hiddenFrom(grants) != nil }

func (o *Object) hide(grants Grants, t place.Addr) {
	if o.fork != nil {
		o.fork(t)
	}
	for _, v := range o.hidden.of(o.form) {
		if isVisible(grants, v.scopes) {
			v.field.hide(grants, t)
		} else {
			v.field.remove(t)
		}
	}
	if o.additional != nil {
		o.additional.hide(grants, t)
	}
}

// visibleTo returns the visible part of a value: the value itself if nothing is hidden.
func (o *Object) visibleTo(grants Grants, t place.Addr) place.Addr {
	if grants == nil || !o.hides(grants) {
		return t
	}
	c := o.typ.Copy(t)
	o.hide(grants, c)
	return c
}

func (c *pointer) hides(grants Grants) bool { return hides(c.inner, grants) }

func (c *pointer) hide(grants Grants, a place.Addr) {
	if !there(a) || !c.hides(grants) {
		return
	}
	v := c.typ.Copy(place.Load(a))
	c.inner.(hider).hide(grants, v)
	place.Store(a, v)
}

func (c *array) hides(grants Grants) bool { return hides(c.item, grants) }

func (c *array) hide(grants Grants, a place.Addr) {
	c.items.fork(a)
	for i := range place.Len(a) {
		c.item.(hider).hide(grants, c.items.at(a, i))
	}
}

func (u *union) hides(grants Grants) bool { return u.scopes.hiddenFrom(grants) != nil }

func (u *union) hide(grants Grants, t place.Addr) {
	for i := range u.cases {
		k := &u.cases[i]
		if inside, ok := k.Unwrap(t); ok {
			if hides(k.codec, grants) {
				k.codec.(hider).hide(grants, inside)
				k.Wrap(t, inside)
			}
			return
		}
	}
}
