package apitest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// sent returns the JSON of the body that a client has sent; nil if it is of another media type than
// the first, with a value of its own.
func (h *mockHandler) sent(c *endpoint.Call) ([]byte, error) {
	var r codec.Report
	body, v, ok := media.FirstOf(h.in, c.In())
	if !ok {
		return nil, nil
	}
	if isForm(h.op.Body) {
		return sentForm(body, v)
	}
	content, err := media.SenderOf(body).Encode(&r, v)
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		return nil, vs
	}
	return content.Bytes, err
}

// create serves a POST that creates an entity.
func (h *mockHandler) create(c *endpoint.Call) error {
	path := parameters(c)
	set := h.store.set(path)
	if set == nil {
		if p := h.problem(http.StatusNotFound); p != nil {
			return p
		}
		return h.sendExample(c)
	}
	body, err := h.sent(c)
	if err != nil {
		return err
	}
	if body == nil {
		return h.sendExample(c)
	}
	e, err := h.store.make(set, h.op.canonical(body), 2*len(set.known), path)
	switch {
	case err != nil:
		return render.Invalid(err)
	case e == nil:
		return h.conflict()
	}
	set.add(e)
	return h.show(c, e)
}

// conflict returns the problem of a key that is taken.
func (h *mockHandler) conflict() error {
	if p := h.problem(http.StatusConflict); p != nil {
		return p
	}
	return render.Invalid(prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/" + h.store.key}})
}

// find returns the entity of a request and where it is. If there is none, it returns a problem,
// or, for an operation without one, a new entity.
func (h *mockHandler) find(c *endpoint.Call) (*entitySet, *mockEntity, error) {
	path := parameters(c)
	key, above := path[len(path)-1], path[:len(path)-1]
	missing := h.problem(http.StatusNotFound, http.StatusGone)
	set := h.store.set(above)
	switch {
	case set == nil && missing != nil:
		return nil, nil, missing
	case set == nil:
		set = h.store.newSet("")
	}
	if i := set.find(key); i >= 0 {
		return set, set.entities[i], nil
	}
	if missing != nil {
		return nil, nil, missing
	}
	draft := h.store.draft(0)
	if h.store.member != nil {
		draft = draft.with(h.store.member.Name, scalar(h.store.member, key))
	}
	e, err := h.store.make(set, draft, 0, above)
	if err != nil || e == nil {
		return nil, nil, h.unexemplary(h.op.Success.Body, err)
	}
	e.key = key
	return set, e, nil
}

// view serves a GET of an entity.
func (h *mockHandler) view(c *endpoint.Call) error {
	_, e, err := h.find(c)
	if err != nil {
		return err
	}
	return h.show(c, e)
}

// patch serves a merge patch of an entity.
func (h *mockHandler) patch(c *endpoint.Call) error {
	set, e, err := h.find(c)
	if err != nil {
		return err
	}
	body, err := h.sent(c)
	if err != nil {
		return err
	}
	if body == nil {
		return h.sendExample(c)
	}
	patch := h.op.canonical(body)
	state, typed, err := h.apply(c, e.state)
	if err != nil {
		return err
	}
	if !typed {
		state = patched(h.op.sent(), e.state, patch)
	} else {
		for i, name := range patch.names { // members that no response shows
			if _, shown := e.state.get(name); !shown && !patch.items[i].null() && h.hides(name) {
				state = state.with(name, patch.items[i])
			}
		}
	}
	return h.change(c, set, e, state)
}

// hides reports whether no response of the store has a member.
func (h *mockHandler) hides(name string) bool {
	return !slices.ContainsFunc(h.store.representations, func(r representation) bool {
		return slices.ContainsFunc(r.of.In(r.mode), func(m *tree.Member) bool { return m.Prop.Name == name })
	})
}

// put serves a replacement of an entity. If there is none and the operation declares 201, it
// creates one.
func (h *mockHandler) put(c *endpoint.Call) error {
	path := parameters(c)
	body, err := h.sent(c)
	if err != nil {
		return err
	}
	if body == nil {
		return h.sendExample(c)
	}
	sent := h.op.canonical(body)
	if set := h.store.set(path[:len(path)-1]); set != nil && set.find(path[len(path)-1]) < 0 && h.op.succeeds(http.StatusCreated) {
		return h.insert(c, set, sent, path)
	}
	set, e, err := h.find(c)
	if err != nil {
		return err
	}
	state, typed, err := h.apply(c, e.state)
	if err != nil {
		return err
	}
	if !typed {
		state = e.state
		for _, m := range h.op.sent().In(h.op.Body.Mode) {
			state = state.without(m.Prop.Name)
		}
		for i, name := range sent.names {
			state = state.with(name, sent.items[i])
		}
	}
	return h.change(c, set, e, state)
}

// insert creates an entity with the key of the path.
func (h *mockHandler) insert(c *endpoint.Call, set *entitySet, sent value, path []string) error {
	if h.op.Conditional() {
		if err := c.CheckAbsent(); err != nil {
			return err
		}
	}
	if h.store.member != nil {
		sent = sent.with(h.store.member.Name, scalar(h.store.member, path[len(path)-1]))
	}
	e, err := h.store.make(set, sent, 2*len(set.known), path[:len(path)-1])
	switch {
	case err != nil:
		return render.Invalid(err)
	case e == nil:
		return h.conflict()
	}
	e.key = path[len(path)-1]
	set.add(e)
	c.SetStatus(http.StatusCreated)
	return h.show(c, e)
}

// apply applies a patch or a replacement as the library does, to an entity of the Go type that a
// view has. typed is false if the handler would get another type.
func (h *mockHandler) apply(c *endpoint.Call, state value) (_ value, typed bool, err error) {
	view := h.store.view
	change := codec.ChangeOf(h.work.In.Cell(c.In()))
	if change == nil || change.Of == nil || view == nil {
		return state, false, nil
	}
	shown := h.handlers[view.name()]
	t := shown.work.Out.New()
	if _, same := change.Group.Type.At(shown.work.Out.Cell(t)); !same {
		return state, false, nil
	}
	of := view.entity()
	if err := shown.read(project(of, view.Success.Body.Mode, state), t); err != nil {
		return state, true, err
	}
	r := codec.Report{Grants: change.Grants}
	if change.Mode == tree.Update {
		change.Of.Merge(&r, t, change.Value, change.Mask, false)
	} else {
		change.Of.Replace(&r, t, change.Value)
		r.MembersChecked = true
		change.Of.Check(&r, t)
	}
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		return state, true, codec.Invalid{Err: vs}
	}
	var e codec.Encoder
	shown.out.Codec().Encode(&e, t)
	after, ok := parse(e.B)
	if e.Err() != nil || !ok {
		return state, true, e.Err()
	}
	for _, m := range of.In(view.Success.Body.Mode) {
		if v, has := after.get(m.Prop.Name); has {
			state = state.with(m.Prop.Name, v)
		} else {
			state = state.without(m.Prop.Name)
		}
	}
	return state, true, nil
}

// change stores a new state of an entity.
func (h *mockHandler) change(c *endpoint.Call, set *entitySet, e *mockEntity, state value) error {
	path := parameters(c)
	state = h.store.fill(state, 0, path[:len(path)-1])
	if first, err := h.store.check(state); !first {
		return render.Invalid(err)
	}
	if h.op.Conditional() {
		if err := c.CheckVersion(h.version(e)); err != nil {
			return err
		}
	}
	changed := &mockEntity{e.key, state}
	if i := set.find(e.key); i >= 0 {
		set.entities[i] = changed
	} else {
		set.add(changed)
	}
	if h.store.member != nil { // the key may have changed
		if v, ok := state.get(h.store.member.Name); ok {
			if text, ok := plain(v); ok && text != e.key {
				if set.find(text) >= 0 {
					set.entities[set.find(e.key)] = e
					return h.conflict()
				}
				changed.key = text
				set.knows(text)
			}
		}
	}
	return h.show(c, changed)
}

// remove serves a DELETE.
func (h *mockHandler) remove(c *endpoint.Call) error {
	set, e, err := h.find(c)
	if err != nil {
		return err
	}
	if h.op.Conditional() {
		if err := c.CheckVersion(h.version(e)); err != nil {
			return err
		}
	}
	set.entities = slices.DeleteFunc(set.entities, func(other *mockEntity) bool { return other == e })
	h.store.forget(append(parameters(c)[:strings.Count(h.store.path, "{")], e.key))
	return h.show(c, e)
}

// show sets the response with an entity.
func (h *mockHandler) show(c *endpoint.Call, e *mockEntity) error {
	b := h.op.Success.Body
	if of := h.op.entity(); of != nil {
		if err := h.read(h.seen(of, b, e), c.Out()); err != nil {
			return err
		}
	} else if err := h.setExample(c, &h.op.Success, nil, ""); err != nil {
		return err
	}
	if h.op.SendsVersions() {
		c.SetVersion(h.version(e))
	}
	return h.setHeaders(c, e)
}

// seen returns an entity as the operation shows it. A response that has another collection, with
// members of the same names, is an example with the key of the entity.
func (h *mockHandler) seen(of *tree.Collection, b *tree.Body, e *mockEntity) value {
	v := completed(of, b.Mode, project(of, b.Mode, e.state), 0)
	try := h.op.responses[b]
	if try == nil {
		return v
	}
	if _, err := try(v.append(nil), true); err == nil {
		return v
	}
	text, ok := h.json(b, "")
	if !ok {
		return v
	}
	other, _ := parse(text)
	if p := h.store.member; p != nil {
		if _, has := other.get(p.Name); has {
			other = other.with(p.Name, scalar(p, e.key))
		}
	}
	return other
}

// version returns the version of an entity: a digest of its content.
func (h *mockHandler) version(e *mockEntity) codec.Version {
	v := codec.Version{Tag: strconv.FormatUint(digest(e.state.json()), 36)}
	if h.store == nil || h.store.view == nil {
		return v
	}
	o := h.store.view
	if sets := tree.VisibilityOf(o.Success.Body.Prop).Sets; sets != nil {
		shown := h.handlers[o.name()]
		v.View = &codec.VisibleState{Sets: sets, Write: func(enc *codec.Encoder) {
			t := shown.work.Out.New()
			if err := shown.read(project(o.entity(), o.Success.Body.Mode, e.state), t); err != nil {
				enc.Fail(err)
				return
			}
			shown.out.Codec().Encode(enc, t)
		}}
	}
	return v
}

// read reads JSON as the value that the handler would return.
func (h *mockHandler) read(v value, to place.Addr) error {
	return receive(h.out, h.op.Success.Body, v.append(nil), to)
}

// setHeaders sets the headers that the response declares. e is nil if it is not about an entity.
func (h *mockHandler) setHeaders(c *endpoint.Call, e *mockEntity) error {
	for _, header := range c.Headers() {
		i := slices.IndexFunc(h.op.DeclaredHeaders(), func(p *tree.Prop) bool { return p.ID == header.ID })
		if i < 0 {
			continue
		}
		p := h.op.DeclaredHeaders()[i]
		var texts []string
		switch {
		case e != nil && header.Name == "Location":
			base := string(c.AppendBase(nil))
			if h.op != h.store.create {
				base = base[:max(strings.LastIndex(base, "/"), 0)]
			}
			texts = append(texts, location(base, e.key))
		case e != nil && header.Name == "Etag":
			texts = append(texts, `"`+h.version(e).Tag+`"`)
		}
		if header.Required || len(p.Examples) > 0 {
			for n := range tries {
				if s, ok := text(p, n); ok {
					texts = append(texts, s)
				}
			}
		}
		for _, s := range texts {
			if c.SetHeader(header, s) {
				break
			}
		}
	}
	return nil
}

// names returns the names of the parameters in a path template.
func names(path string) (all []string) {
	for rest := path; ; {
		_, after, ok := strings.Cut(rest, "{")
		if !ok {
			return all
		}
		var name string
		name, rest, _ = strings.Cut(after, "}")
		all = append(all, strings.TrimSuffix(name, "..."))
	}
}
