package codec

import (
	"sync"

	"github.com/tenon-go/tenon/internal/ir"
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
		for _, set := range ir.GuardingOf(p).Sets {
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
		if !opens(who, secret.scopes) {
			return secret.issue
		}
	}
	return nil
}

// hider is a codec whose values may have parts that are hidden from somebody.
type hider[P any] interface {
	hides(who Grants) bool
	// hide removes those parts of *v, a copy. It writes to no memory that another
	// copy shares.
	hide(who Grants, v P)
}

// hides reports whether something in the values of c is hidden from somebody.
func hides[P any](c codecAt[P], who Grants) bool {
	h, ok := c.(hider[P])
	return ok && who != nil && h.hides(who)
}

func (c *ruled[P]) hides(who Grants) bool { return c.hider != nil && who != nil && c.hider.hides(who) }

func (c *ruled[P]) hide(who Grants, v P) { c.hider.hide(who, v) }

// veil is a member that is hidden, or has hidden parts, in whatever mode it is.
type veil[P any] struct {
	scopes []string
	field  *Field[P]
}

// veils returns the members that are hidden from somebody, or have parts that are.
func (g *Group[P]) veils() (all []veil[P]) {
	c := NewCompiler(ir.Create)
	for i, m := range g.Node.Members {
		if m.Guarded() || len(ir.GuardingOf(m.Prop).Sets) > 0 {
			all = append(all, veil[P]{m.Scopes, g.Bindings[i].Field(c)})
		}
	}
	return all
}

func (o *Object[P]) hides(who Grants) bool { return o.secrets.from(who) != nil }

func (o *Object[P]) hide(who Grants, t P) {
	if o.fork != nil {
		o.fork(t)
	}
	for _, v := range o.veils() {
		if opens(who, v.scopes) {
			v.field.hide(who, t)
		} else {
			v.field.drop(t)
		}
	}
	if o.rest != nil {
		o.rest.hide(who, t)
	}
}

// seen is *t as somebody sees it: the value itself where nothing is hidden.
func (o *Object[P]) seen(who Grants, t P) P {
	if who == nil || !o.hides(who) {
		return t
	}
	c := o.copy(t)
	o.hide(who, c)
	return c
}

func (c *optional[P]) hides(who Grants) bool { return hides(c.inner, who) }

func (c *optional[P]) hide(who Grants, v *P) {
	if !there(*v) || !c.hides(who) {
		return
	}
	w := c.fresh()
	c.assign(w, *v)
	c.inner.(hider[P]).hide(who, w)
	*v = w
}

func (c *list[E]) hides(who Grants) bool { return hides(c.item, who) }

func (c *list[E]) hide(who Grants, v *[]E) {
	items := make([]E, len(*v))
	copy(items, *v)
	for i := range items {
		c.item.(hider[*E]).hide(who, &items[i])
	}
	*v = items
}

func (c *dict[E]) hides(who Grants) bool { return hides(c.value, who) }

func (c *dict[E]) hide(who Grants, v *map[string]E) { *v = hidden(c.value, who, *v) }

// hidden is a copy of a map without what is hidden in its values.
func hidden[E any](c Codec[E], who Grants, m map[string]E) map[string]E {
	out := make(map[string]E, len(m))
	for name, v := range m {
		c.(hider[*E]).hide(who, &v)
		out[name] = v
	}
	return out
}

func (f *rest[P, E]) hide(who Grants, t P) {
	if hides(f.value, who) {
		m := f.at(t)
		*m = hidden(f.value, who, *m)
	}
}

func (u *union[T]) hides(who Grants) bool { return u.secrets.from(who) != nil }

func (u *union[T]) hide(who Grants, t *T) {
	for i := range u.cases {
		if h, ok := u.cases[i].variant.(interface{ hide(Grants, *T) bool }); ok && h.hide(who, t) {
			return
		}
	}
}

func (k *caseOf[T, C]) hide(who Grants, t *T) bool {
	inside, ok := k.unwrap(*t)
	if ok {
		k.object.hide(who, &inside)
		*t = k.wrap(inside)
	}
	return ok
}
