package apitest

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/internal/values"
	"github.com/tenon-go/tenon/tree"
)

// addInitial adds the entities that exist from the beginning. The first one has examples.
func (s *mockStore) addInitial(set *entitySet, path []string) {
	for i := range s.mock.initial {
		for n := range tries {
			attempt := 0
			if i+n > 0 {
				attempt = 2*(i*tries+n) + 1 // without examples, which would be the same
			}
			if e, err := s.make(set, s.draft(attempt), attempt, path); e != nil && err == nil {
				set.add(e)
				break
			}
		}
	}
}

// draft returns what a client could have sent to create an entity.
func (s *mockStore) draft(attempt int) value {
	if s.create != nil {
		b := s.create.Body
		text := []byte(named(b, attempt/2))
		if len(text) == 0 || attempt%2 == 1 {
			text, _ = samples.Of(b.Prop, b.Mode, attempt)
		}
		if _, err := s.create.request(text, false); err != nil {
			return value{}
		}
		return s.guarded(s.create.canonical(text), attempt)
	}
	v := value{kind: jsonx.Object}
	for _, r := range s.representations {
		if o := s.view; o != nil && r.of == o.entity() {
			text, _ := samples.Of(o.Success.Body.Prop, r.mode, attempt)
			v, _ = parse(text)
		}
	}
	return v
}

// guarded adds the members that only some callers may send.
func (s *mockStore) guarded(draft value, attempt int) value {
	for _, m := range s.create.sent().In(s.create.Body.Mode) {
		if _, has := draft.get(m.Prop.Name); has || !m.Guarded() {
			continue
		}
		if own, ok := made(m, s.create.Body.Mode, attempt); ok {
			with := draft.with(m.Prop.Name, own)
			if _, err := s.create.request(s.create.wrap(with.append(nil)), false); err == nil {
				draft = with
			}
		}
	}
	return draft
}

// named returns the nth named example of a body as JSON, or "".
func named(b *tree.Body, n int) string {
	if n >= len(b.Examples) || b.Prop == nil || b.Prop.Write == nil {
		return ""
	}
	text, err := b.Prop.Write(b.Examples[n].Sample, b.Mode)
	if err != nil {
		return ""
	}
	return string(text)
}

// make returns an entity with what a client has sent, and with members that only the server sets.
// It returns nil if an entity with its key exists.
func (s *mockStore) make(set *entitySet, sent value, attempt int, path []string) (*mockEntity, error) {
	if sent.kind != jsonx.Object {
		return nil, nil
	}
	var failed error
	var partly *mockEntity
	for n := range tries {
		state, chosen := sent, value{}
		if s.member != nil {
			chosen, _ = state.get(s.member.Name)
		}
		if chosen.kind == jsonx.Invalid {
			chosen = s.newKey(set)
			if s.member != nil {
				state = state.with(s.member.Name, chosen)
			}
		}
		key, _ := plain(chosen)
		if set.find(key) >= 0 {
			return nil, nil
		}
		state = s.fill(state, attempt+2*n, path)
		var first bool
		if first, failed = s.check(state); failed == nil {
			return &mockEntity{key, state}, nil
		} else if first && partly == nil {
			partly = &mockEntity{key, state}
		}
	}
	if partly != nil {
		return partly, nil
	}
	return nil, failed
}

// fill returns a state with the members that some response shows and that it lacks.
func (s *mockStore) fill(state value, attempt int, path []string) value {
	state = s.above(state, path)
	for _, r := range s.representations {
		state = completed(r.of, r.mode, state, attempt)
	}
	return state
}

// above sets the members of an entity that are parameters of the path of its collection, such as
// the product of an order.
func (s *mockStore) above(state value, path []string) value {
	for _, o := range []*operation{s.create, s.list} {
		if o == nil {
			continue
		}
		for _, r := range s.representations {
			for _, m := range r.of.In(r.mode) {
				i := slices.IndexFunc(o.Inputs, func(in tree.Input) bool { return in.In == tree.InPath && in.Prop.ID == m.Prop.ID })
				if i < 0 || m.Has(tree.Create) {
					continue
				}
				if at := slices.Index(names(o.Path), o.Inputs[i].Prop.Name); at >= 0 && at < len(path) {
					state = state.with(m.Prop.Name, scalar(m.Prop, path[at]))
				}
			}
		}
		break
	}
	return state
}

// scalar returns the JSON value of a parameter.
func scalar(p *tree.Prop, text string) value {
	switch t := p.Type.(type) {
	case tree.Integer:
		if !t.Quoted {
			return value{kind: jsonx.Number, text: text}
		}
	case tree.Float:
		return value{kind: jsonx.Number, text: text}
	case tree.Boolean:
		if text == "true" {
			return value{kind: jsonx.True}
		}
		return value{kind: jsonx.False}
	case tree.Enum:
		if t.Of != "" {
			v, _ := parse([]byte(text))
			return v
		}
	}
	return value{kind: jsonx.String, text: text}
}

// check returns an error if some response could not show a state; first reports whether the first
// one could.
func (s *mockStore) check(state value) (first bool, err error) {
	for i, r := range s.representations {
		if r.try == nil {
			continue
		}
		v := project(r.of, r.mode, state)
		if r.many {
			v = value{kind: jsonx.Array, items: []value{v}}
		}
		if _, err := r.try(v.append(nil), true); err != nil {
			return i > 0, err
		}
	}
	return true, nil
}

// newKey returns a key that no entity has had.
func (s *mockStore) newKey(set *entitySet) value {
	p := s.member
	if p == nil {
		if s.param == nil {
			return value{kind: jsonx.String, text: strconv.Itoa(len(set.known) + 1)}
		}
		p = s.param.Prop
	}
	unknown := func(v value) bool {
		text, ok := plain(v)
		return ok && text != "" && text != "." && text != ".." && !set.known[text]
	}
	if text, ok := samples.Of(p, tree.View, 0); ok {
		if v, _ := parse(text); unknown(v) {
			return v
		}
	}
	switch t := p.Type.(type) {
	case tree.Integer:
		if slices.ContainsFunc(p.Rules, func(r tree.Rule) bool { _, is := r.(tree.MultipleOf); return is }) {
			break
		}
		if v := scalar(p, strconv.Itoa(set.most+1)); unknown(v) {
			return v
		}
	case tree.Text:
		if t.Format == "uuid" {
			a, b := set.rng.Uint64(), set.rng.Uint64()
			return value{kind: jsonx.String, text: fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)}
		}
	}
	for n := range 10 * tries {
		text, ok := samples.Of(p, tree.View, 1+2*(n+len(set.known)))
		if n >= tries || !ok {
			text = values.New(set.rng.Uint64(), 0).Value(values.Site{Prop: p, Mode: tree.View}).Append(nil)
		}
		if v, _ := parse(text); unknown(v) {
			return v
		}
	}
	return value{}
}
