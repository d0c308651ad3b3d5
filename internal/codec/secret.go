package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// secrets are the sets of scopes that guard something inside a value. They are found
// when somebody first changes one who may not see all.
type secrets func() []secret

type secret struct {
	scopes []string
	issue  *Issue
}

func secretsOf(p *ir.Prop) secrets {
	return sync.OnceValue(func() (all []secret) {
		for _, set := range ir.VisibilityOf(p).Sets {
			all = append(all, secret{set, ScopeIssue(set)})
		}
		return all
	})
}

// from returns why something inside a value is hidden from somebody; nil if nothing
// is.
func (s secrets) from(who Grants) *Issue {
	if who == nil {
		return nil
	}
	for _, secret := range s() {
		if !isVisible(who, secret.scopes) {
			return secret.issue
		}
	}
	return nil
}

// hider is a codec whose values may have parts that are hidden from somebody.
type hider interface {
	hides(who Grants) bool
	// hide removes those parts of the value at a, a copy. It writes to no memory that
	// another copy shares.
	hide(who Grants, a place.Addr)
}

// hides reports whether something in the values of c is hidden from somebody.
func hides(c Codec, who Grants) bool {
	h, ok := c.(hider)
	return ok && who != nil && h.hides(who)
}

func (c *ruled) hides(who Grants) bool { return c.hider != nil && who != nil && c.hider.hides(who) }

func (c *ruled) hide(who Grants, a place.Addr) { c.hider.hide(who, a) }

// veil is a member that is hidden, or has hidden parts, in whatever mode it is.
type veil struct {
	scopes []string
	field  *Field
}

// veils returns the members that are hidden from somebody, or have parts that are.
func (g *ObjectForm) veils() (all []veil) {
	c := NewCompiler(ir.Create)
	for i, m := range g.Node.Members {
		if m.Guarded() || len(ir.VisibilityOf(m.Prop).Sets) > 0 {
			all = append(all, veil{m.Scopes, g.Bindings[i].field(c)})
		}
	}
	return all
}

func (o *Object) hides(who Grants) bool { return o.secrets.from(who) != nil }

func (o *Object) hide(who Grants, t place.Addr) {
	if o.fork != nil {
		o.fork(t)
	}
	for _, v := range o.veils() {
		if isVisible(who, v.scopes) {
			v.field.hide(who, t)
		} else {
			v.field.drop(t)
		}
	}
	if o.additional != nil {
		o.additional.hide(who, t)
	}
}

// seen is the value as somebody sees it: itself where nothing is hidden.
func (o *Object) seen(who Grants, t place.Addr) place.Addr {
	if who == nil || !o.hides(who) {
		return t
	}
	c := o.typ.Copy(t)
	o.hide(who, c)
	return c
}

func (c *pointer) hides(who Grants) bool { return hides(c.inner, who) }

func (c *pointer) hide(who Grants, a place.Addr) {
	if !there(a) || !c.hides(who) {
		return
	}
	v := c.typ.Copy(place.Load(a))
	c.inner.(hider).hide(who, v)
	place.Store(a, v)
}

func (c *list) hides(who Grants) bool { return hides(c.item, who) }

func (c *list) hide(who Grants, a place.Addr) {
	c.items.fork(a)
	for i := range place.Len(a) {
		c.item.(hider).hide(who, c.items.at(a, i))
	}
}

func (u *union) hides(who Grants) bool { return u.secrets.from(who) != nil }

func (u *union) hide(who Grants, t place.Addr) {
	for i := range u.cases {
		k := &u.cases[i]
		if inside, ok := k.Unwrap(t); ok {
			k.object.hide(who, inside)
			k.Wrap(t, inside)
			return
		}
	}
}
