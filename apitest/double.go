package apitest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// sent returns the JSON of the body that a client has sent.
func (d *double) sent(c *endpoint.Call) ([]byte, error) {
	var r codec.Report
	content, err := media.SenderOf(d.in).Encode(&r, c.In())
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		return nil, vs
	}
	return content.Bytes, err
}

// create serves a POST that creates an entity.
func (d *double) create(c *endpoint.Call) error {
	path := parameters(c)
	k := d.shelf.rack(path)
	if k == nil {
		if p := d.problem(http.StatusNotFound); p != nil {
			return p
		}
		return d.sendExample(c)
	}
	body, err := d.sent(c)
	if err != nil {
		return err
	}
	e, err := d.shelf.make(k, d.op.canonical(body), 2*len(k.known), path)
	switch {
	case err != nil:
		return render.Invalid(err)
	case e == nil:
		return d.conflict()
	}
	k.add(e)
	return d.show(c, e)
}

// conflict returns the problem of a key that is taken.
func (d *double) conflict() error {
	if p := d.problem(http.StatusConflict); p != nil {
		return p
	}
	return render.Invalid(prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/" + d.shelf.key}})
}

// find returns the entity of a request and where it is. If there is none, it returns a problem,
// or, for an operation without one, a new entity.
func (d *double) find(c *endpoint.Call) (*rack, *stored, error) {
	path := parameters(c)
	key, above := path[len(path)-1], path[:len(path)-1]
	missing := d.problem(http.StatusNotFound, http.StatusGone)
	k := d.shelf.rack(above)
	switch {
	case k == nil && missing != nil:
		return nil, nil, missing
	case k == nil:
		k = d.shelf.newRack("")
	}
	if i := k.find(key); i >= 0 {
		return k, k.entities[i], nil
	}
	if missing != nil {
		return nil, nil, missing
	}
	draft := d.shelf.draft(0)
	if d.shelf.member != nil {
		draft = draft.with(d.shelf.member.Name, scalar(d.shelf.member, key))
	}
	e, err := d.shelf.make(k, draft, 0, above)
	if err != nil || e == nil {
		return nil, nil, d.unexemplary(d.op.Success.Body, err)
	}
	e.key = key
	return k, e, nil
}

// view serves a GET of an entity.
func (d *double) view(c *endpoint.Call) error {
	_, e, err := d.find(c)
	if err != nil {
		return err
	}
	return d.show(c, e)
}

// patch serves a merge patch of an entity.
func (d *double) patch(c *endpoint.Call) error {
	k, e, err := d.find(c)
	if err != nil {
		return err
	}
	body, err := d.sent(c)
	if err != nil {
		return err
	}
	patch := d.op.canonical(body)
	state, typed, err := d.apply(c, e.state)
	if err != nil {
		return err
	}
	if !typed {
		state = patched(d.op.sent(), e.state, patch)
	} else {
		for i, name := range patch.names { // members that no response shows
			if _, shown := e.state.get(name); !shown && !patch.items[i].null() && d.hides(name) {
				state = state.with(name, patch.items[i])
			}
		}
	}
	return d.change(c, k, e, state)
}

// hides reports whether no response of the shelf has a member.
func (d *double) hides(name string) bool {
	return !slices.ContainsFunc(d.shelf.sights, func(look sight) bool {
		return slices.ContainsFunc(look.of.In(look.mode), func(m *ir.Member) bool { return m.Prop.Name == name })
	})
}

// put serves a replacement of an entity. If there is none and the operation declares 201, it
// creates one.
func (d *double) put(c *endpoint.Call) error {
	path := parameters(c)
	body, err := d.sent(c)
	if err != nil {
		return err
	}
	sent := d.op.canonical(body)
	if k := d.shelf.rack(path[:len(path)-1]); k != nil && k.find(path[len(path)-1]) < 0 && d.op.succeeds(http.StatusCreated) {
		return d.insert(c, k, sent, path)
	}
	k, e, err := d.find(c)
	if err != nil {
		return err
	}
	state, typed, err := d.apply(c, e.state)
	if err != nil {
		return err
	}
	if !typed {
		state = e.state
		for _, m := range d.op.sent().In(d.op.Body.Mode) {
			state = state.without(m.Prop.Name)
		}
		for i, name := range sent.names {
			state = state.with(name, sent.items[i])
		}
	}
	return d.change(c, k, e, state)
}

// insert creates an entity with the key of the path.
func (d *double) insert(c *endpoint.Call, k *rack, sent value, path []string) error {
	if d.op.Conditional() {
		if err := c.CheckAbsent(); err != nil {
			return err
		}
	}
	if d.shelf.member != nil {
		sent = sent.with(d.shelf.member.Name, scalar(d.shelf.member, path[len(path)-1]))
	}
	e, err := d.shelf.make(k, sent, 2*len(k.known), path[:len(path)-1])
	if err != nil || e == nil {
		return render.Invalid(err)
	}
	e.key = path[len(path)-1]
	k.add(e)
	c.SetStatus(http.StatusCreated)
	return d.show(c, e)
}

// apply applies a patch or a replacement as the library does, to an entity of the Go type that a
// view has. typed is false if the handler would get another type.
func (d *double) apply(c *endpoint.Call, state value) (_ value, typed bool, err error) {
	view := d.shelf.view
	change := codec.ChangeOf(d.work.In.Cell(c.In()))
	if change == nil || change.Of == nil || view == nil {
		return state, false, nil
	}
	shown := d.doubles[view.name()]
	t := shown.work.Out.New()
	if _, same := change.Group.Type.At(shown.work.Out.Cell(t)); !same {
		return state, false, nil
	}
	of := view.entity()
	if err := shown.read(project(of, view.Success.Body.Mode, state), t); err != nil {
		return state, true, err
	}
	r := codec.Report{Grants: change.Grants}
	if change.Mode == ir.Update {
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
func (d *double) change(c *endpoint.Call, k *rack, e *stored, state value) error {
	path := parameters(c)
	state = d.shelf.fill(state, 0, path[:len(path)-1])
	if first, err := d.shelf.check(state); !first {
		return render.Invalid(err)
	}
	if d.op.Conditional() {
		if err := c.CheckVersion(d.version(e)); err != nil {
			return err
		}
	}
	changed := &stored{e.key, state}
	if i := k.find(e.key); i >= 0 {
		k.entities[i] = changed
	} else {
		k.add(changed)
	}
	if d.shelf.member != nil { // the key may have changed
		if v, ok := state.get(d.shelf.member.Name); ok {
			if text, ok := plain(v); ok && text != e.key {
				if k.find(text) >= 0 {
					k.entities[k.find(e.key)] = e
					return d.conflict()
				}
				changed.key = text
				k.knows(text)
			}
		}
	}
	return d.show(c, changed)
}

// remove serves a DELETE.
func (d *double) remove(c *endpoint.Call) error {
	k, e, err := d.find(c)
	if err != nil {
		return err
	}
	if d.op.Conditional() {
		if err := c.CheckVersion(d.version(e)); err != nil {
			return err
		}
	}
	k.entities = slices.DeleteFunc(k.entities, func(other *stored) bool { return other == e })
	return d.show(c, e)
}

// show sets the response with an entity.
func (d *double) show(c *endpoint.Call, e *stored) error {
	b := d.op.Success.Body
	if of := d.op.entity(); of != nil {
		if err := d.read(d.seen(of, b, e), c.Out()); err != nil {
			return err
		}
	} else if err := d.setExample(c, &d.op.Success, nil, ""); err != nil {
		return err
	}
	if d.op.SendsVersions() {
		c.SetVersion(d.version(e))
	}
	return d.setHeaders(c, e)
}

// seen returns an entity as the operation shows it. A response that has another collection, with
// members of the same names, is an example with the key of the entity.
func (d *double) seen(of *ir.Collection, b *ir.Body, e *stored) value {
	v := completed(of, b.Mode, project(of, b.Mode, e.state), 0)
	try := d.op.responses[b]
	if try == nil {
		return v
	}
	if _, err := try(v.append(nil), true); err == nil {
		return v
	}
	text, ok := d.json(b, "")
	if !ok {
		return v
	}
	other, _ := parse(text)
	if p := d.shelf.member; p != nil {
		if _, has := other.get(p.Name); has {
			other = other.with(p.Name, scalar(p, e.key))
		}
	}
	return other
}

// version returns the version of an entity: a digest of its content.
func (d *double) version(e *stored) codec.Version {
	v := codec.Version{Tag: strconv.FormatUint(digest(string(e.state.append(nil))), 36)}
	if d.shelf == nil || d.shelf.view == nil {
		return v
	}
	o := d.shelf.view
	if sets := ir.VisibilityOf(o.Success.Body.Prop).Sets; sets != nil {
		shown := d.doubles[o.name()]
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
func (d *double) read(v value, to place.Addr) error {
	return receive(d.out, d.op.Success.Body, v.append(nil), to)
}

// setHeaders sets the headers that the response declares. e is nil if it is not about an entity.
func (d *double) setHeaders(c *endpoint.Call, e *stored) error {
	for _, h := range c.Headers() {
		i := slices.IndexFunc(d.op.DeclaredHeaders(), func(p *ir.Prop) bool { return p.ID == h.ID })
		if i < 0 {
			continue
		}
		p := d.op.DeclaredHeaders()[i]
		var texts []string
		switch {
		case e != nil && h.Name == "Location":
			base := string(c.AppendBase(nil))
			if d.op != d.shelf.create {
				base = base[:max(strings.LastIndex(base, "/"), 0)]
			}
			texts = append(texts, location(base, e.key))
		case e != nil && h.Name == "Etag":
			texts = append(texts, `"`+d.version(e).Tag+`"`)
		}
		if h.Required || len(p.Examples) > 0 {
			for n := range tries {
				if s, ok := text(p, n); ok {
					texts = append(texts, s)
				}
			}
		}
		for _, s := range texts {
			if c.SetHeader(h, s) {
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
