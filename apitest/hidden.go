package apitest

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/tree"
)

const hiddenLaw = "a member that is hidden is hidden everywhere"

// hides compares which members with a restricted visibility an identity sees in a view, in a list, in streams and in
// the response of a write, and tries to write those that it does not see.
func (w *world) hides(e *entity, as int, view *exchange) *broken {
	r := e.of
	c := r.view.entity()
	shown, _ := r.view.content(view.got)
	var hidden []*tree.Member
	for _, m := range c.In(tree.View) {
		_, has := e.known.get(m.Prop.Name)
		if _, sees := shown.get(m.Prop.Name); m.Guarded() && has && !sees {
			hidden = append(hidden, m)
		}
	}
	if len(hidden) == 0 {
		return nil
	}
	reveals := func(o *operation, v value) *broken {
		for _, m := range hidden {
			if got, has := v.get(m.Prop.Name); has {
				return breaks(hiddenLaw, "%s shows %s the member %s: %s, which %s does not", o.name(), w.identities[as].name, m.Prop.Name, got, r.view.name())
			}
		}
		return nil
	}
	shows := func(o *operation, items []value) *broken {
		for _, item := range items {
			if b := reveals(o, item); b != nil && hasKey(item, e) {
				return b
			}
		}
		return nil
	}
	if target, ok := w.target(r); ok && r.list != nil {
		all, b := w.walk(r.list, as, target, nil)
		if b = first(b, shows(r.list, all.items())); b != nil {
			return b
		}
	}
	for _, o := range r.streams {
		items, b := w.lines(r, o, as)
		if b = first(b, shows(o, items)); b != nil {
			return b
		}
	}
	return w.writesHidden(e, as, hidden, reveals)
}

// writesHidden patches an entity as an identity that does not see some of its members: one that it sees, whose
// response shows no others, and then those.
func (w *world) writesHidden(e *entity, as int, hidden []*tree.Member, reveals func(*operation, value) *broken) *broken {
	o, by, known := e.of.patch, e.by, e.known
	if o == nil {
		return nil
	}
	e.by, e.current = as, false // nothing compares what the first patch has made with what is known
	b := w.writeAs(o, e, hidden, reveals)
	e.by, e.known, e.maybe = by, known, true // read-only members may have changed
	if again := w.view(e, by); b != nil || again != nil {
		return first(b, again)
	}
	for _, m := range hidden {
		old, _ := known.get(m.Prop.Name)
		if now, _ := e.known.get(m.Prop.Name); !equal(old, now) {
			return breaks(hiddenLaw, "%s lets %s change the member %s from %s to %s, which %s hides", o.name(), w.identities[as].name, m.Prop.Name, old, now, e.of.view.name())
		}
	}
	return nil
}

// writeAs sends the patches of writesHidden.
func (w *world) writeAs(o *operation, e *entity, hidden []*tree.Member, reveals func(*operation, value) *broken) *broken {
	for _, m := range o.sent().In(tree.Update) {
		v, has := e.known.get(m.Prop.Name)
		body := o.wrap(value{}.with(m.Prop.Name, v).append(nil))
		if !has || m.Guarded() || v.null() || !o.takes(body) {
			continue
		}
		x, b := w.try(o, e, body)
		if b != nil {
			return b
		}
		if got, ok := o.content(x.got); ok && x.status == http.StatusOK {
			if b := reveals(o, got); b != nil {
				return b
			}
		}
		break
	}
	for _, m := range hidden {
		text, ok := samples.Of(m.Prop, tree.Update, w.keys)
		v, _ := parse(text)
		body := o.wrap(value{}.with(m.Prop.Name, v).append(nil))
		if own := o.sent().MemberOf(m.Prop); !ok || own == nil || !own.Has(tree.Update) || !o.takes(body) {
			continue
		}
		if _, b := w.try(o, e, body); b != nil {
			return b
		}
	}
	return nil
}
