package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Grants is who reads and writes: it tells whether one of the scopes is there
// that guard a member. It is asked for guarded members alone.
//
// nil is the program itself, to which every member is open. What serves requests
// must never leave it at nil: a guest is somebody who is granted nothing.
type Grants interface{ HasAny(scopes ...string) bool }

// isVisible reports whether a member with these scopes is there for somebody.
func isVisible(grants Grants, scopes []string) bool {
	return scopes == nil || grants == nil || grants.HasAny(scopes...)
}

// Anonymous is granted nothing.
var Anonymous Grants = anonymous{}

type anonymous struct{}

func (anonymous) HasAny(...string) bool { return false }

// ScopeIssue is the issue of a member or a parameter that may be sent only by who
// has one of the scopes.
func ScopeIssue(scopes []string) *Issue {
	if len(scopes) == 1 {
		return newIssue("scope", ir.TextParam("scope", scopes[0]))
	}
	return newTyped("scope", "scope.any", ir.TextsParam("scopes", scopes))
}

// scopeSets are the sets of scopes that guard something inside a value. They are found
// when somebody first changes one who may not see all.
type scopeSets func() []scopeSet

type scopeSet struct {
	scopes []string
	issue  *Issue
}

func scopeSetsOf(p *ir.Prop) scopeSets {
	return sync.OnceValue(func() (all []scopeSet) {
		for _, set := range ir.VisibilityOf(p).Sets {
			all = append(all, scopeSet{set, ScopeIssue(set)})
		}
		return all
	})
}

// hiddenFrom returns why something inside a value is hidden from somebody; nil if nothing
// is.
func (s scopeSets) hiddenFrom(grants Grants) *Issue {
	if grants == nil {
		return nil
	}
	for _, secret := range s() {
		if !isVisible(grants, secret.scopes) {
			return secret.issue
		}
	}
	return nil
}

// hider is a codec whose values may have parts that are hidden from somebody.
type hider interface {
	hides(grants Grants) bool
	// hide removes those parts of the value at a, a copy. It writes to no memory that
	// another copy shares.
	hide(grants Grants, a place.Addr)
}

// hides reports whether something in the values of c is hidden from somebody.
func hides(c Codec, grants Grants) bool {
	h, ok := c.(hider)
	return ok && grants != nil && h.hides(grants)
}

func (c *ruleCodec) hides(grants Grants) bool {
	return c.hider != nil && grants != nil && c.hider.hides(grants)
}

func (c *ruleCodec) hide(grants Grants, a place.Addr) { c.hider.hide(grants, a) }

// hiddenMember is a member that is hidden, or has hidden parts, in whatever mode it is.
type hiddenMember struct {
	scopes []string
	field  *Field
}

// hiders returns the members that are hidden from somebody, or have parts that are.
func (g *ObjectForm) hiders() (all []hiddenMember) {
	c := NewCompiler(ir.Create)
	for i, m := range g.Node.Members {
		if m.Guarded() || len(ir.VisibilityOf(m.Prop).Sets) > 0 {
			all = append(all, hiddenMember{m.Scopes, g.Bindings[i].field(c)})
		}
	}
	return all
}

func (o *Object) hides(grants Grants) bool { return o.scopes.hiddenFrom(grants) != nil }

func (o *Object) hide(grants Grants, t place.Addr) {
	if o.fork != nil {
		o.fork(t)
	}
	for _, v := range o.hiders() {
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

// visibleTo is the value as somebody sees it: itself where nothing is hidden.
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
			k.object.hide(grants, inside)
			k.Wrap(t, inside)
			return
		}
	}
}
