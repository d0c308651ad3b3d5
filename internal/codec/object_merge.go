package codec

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// merged is a member of an object that is merged: where it stands among those of
// the patch, and among those of create mode, by which the outcome is judged. One of
// them may be foreign.
type merged struct{ update, create int }

// compileMerged links an object in update mode to the one in create mode.
func (o *Object) compileMerged(g *ObjectForm, c *Compiler, key objectKey) {
	key.mode = ir.Create
	o.outcome = g.compile(c.in(ir.Create), key)
	at := func(index map[string]int, name string) int {
		if i, ok := index[name]; ok {
			return i
		}
		return undeclared
	}
	for _, m := range g.Node.Members {
		name := m.Prop.Name
		if both := (merged{at(o.index, name), at(o.outcome.index, name)}); both.update != undeclared || both.create != undeclared {
			o.merged = append(o.merged, both)
		}
	}
}

// Merge implements [Merger]. An object that the patch creates is what a client would
// have made of it in create mode: what is absent has its default, or is required. Of
// one that was there, members that the patch does not set and that no answer shows
// are not judged: nobody knows whether they were loaded.
func (o *Object) Merge(r *Report, dst, src place.Addr, m *Mask, made bool) {
	if !r.enter() {
		return
	}
	if o.fork != nil {
		o.fork(dst)
	}
	start := r.Mark()
	var sent bits // members of create mode
	for _, both := range o.merged {
		o.merge(r, dst, src, m, made, both, &sent)
	}
	if o.additional != nil {
		o.additional.merge(r, dst, src, m.gone)
	}
	if to := o.outcome; len(to.rules) > 0 {
		var unknown bits
		if !made {
			unknown = to.unseen.without(&sent)
			sent = to.present(dst)
		}
		to.checkRules(r, dst, &sent, &unknown, start)
	}
	r.leave()
}

// merge merges one member and judges the outcome.
func (o *Object) merge(r *Report, dst, src place.Addr, m *Mask, made bool, both merged, sent *bits) {
	mark := r.Mark()
	set, null, judged := false, false, false
	if i := both.update; i != undeclared && m.set.has(i) {
		f := o.members[i].field
		set, null = true, m.nulls.has(i)
		switch {
		case null:
			f.clear(dst)
		case f.merges():
			f.merge(r, dst, src, m.field(i, len(o.members)), made)
			judged = true
		default:
			f.assign(r, dst, src)
		}
		r.Under(mark, o.members[i].name)
	}
	i := both.create
	if i == undeclared {
		return
	}
	member := &o.outcome.members[i]
	if made && null && !member.node.Prop.Nullable {
		set = false // removed, as if it had not been sent
	}
	if set && (!null || member.node.Prop.Nullable) {
		sent.add(i)
	}
	mark = r.Mark()
	switch {
	case judged:
	case made && !set:
		member.setAbsent(r, dst)
	case !isVisible(r.Grants, member.scopes), !set && o.outcome.unseen.has(i):
	default:
		r.stored = !set
		member.field.check(r, dst)
	}
	r.Under(mark, member.name)
}

// setAbsent fills the default of a member that an object which is created does not
// have, or notes that it is required: of whoever may not send it, the scope.
func (m *objectMember) setAbsent(r *Report, t place.Addr) {
	switch {
	case m.optional:
		m.field.setDefault(t)
	case !isVisible(r.Grants, m.scopes):
		r.Add(m.scopeIssue)
	default:
		r.Add(issueRequired)
	}
}
