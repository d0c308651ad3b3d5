package codec

import (
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// merged is a member of an object under a merge patch: its index in update mode and in create
// mode, which checks the result. One of them may be undeclared.
type merged struct{ update, create int }

// compileMerged links an object in update mode to the one in create mode.
func (o *Object) compileMerged(g *ObjectForm, c *Compiler, key objectKey) {
	key.mode = tree.Create
	o.outcome = g.compile(c.in(tree.Create), key)
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

// Merge implements [Merger]. An object that the patch creates follows create mode: absent members
// get their default or are required. In an object that existed, members that the patch does not
// set and no response has are not checked: the application may not have loaded them.
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
		o.additional.merge(r, dst, src, m)
	}
	if to := o.outcome; to.rules != nil {
		var unknown bits
		if !made {
			unknown = to.unseen.without(&sent)
			sent = to.present(dst)
		}
		to.rules.check(to, r, dst, sent, unknown, start)
	}
	r.leave()
}

// merge merges one member and checks the result.
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
		set = false // null removes it, as if it were not sent
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

// setAbsent assigns the default of a member that is absent from a created object, or reports that
// it is required, or which scope sends it.
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
