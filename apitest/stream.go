package apitest

import (
	"bytes"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// findStreams finds the streams of lines that show all entities: those on a path below that of the resource, without
// a parameter that would select a part.
func (r *resource) findStreams(all []*operation) {
	for _, o := range all {
		rest, below := strings.CutPrefix(o.Path, r.path+"/")
		if !below || strings.Contains(rest, "{") || o.Method != "GET" || o.Success.Body.Empty() || o.Success.Body.Format != tree.Lines || o.Success.Body.Prop == nil {
			continue
		}
		if c, own := o.shownIn(o.Success.Body.Prop), r.create.entity(); c != nil && own != nil && c.Name == own.Name && !hasQuery(o) {
			r.streams = append(r.streams, o)
		}
	}
}

func (o *operation) shownIn(p *tree.Prop) *tree.Collection {
	if t, ok := p.Type.(tree.Array); ok {
		p = t.Item
	}
	return collectionOf(p)
}

func hasQuery(o *operation) bool {
	for _, in := range o.inputs {
		if in.In == tree.InQuery {
			return true
		}
	}
	return false
}

// streams compares the lines of each stream with what is known of the entities.
func (w *world) streams(r *resource) *broken {
	for _, o := range r.streams {
		if b := w.stream(r, o); b != nil {
			return b
		}
	}
	return nil
}

func (w *world) stream(r *resource, o *operation) *broken {
	base, ok := w.base(r)
	if !ok || r.key == "" {
		return nil
	}
	x, b := w.send(o, 0, base+strings.TrimPrefix(o.Path, r.path), nil)
	if b != nil || x.status >= 300 {
		return b
	}
	if len(x.got) > 0 && !bytes.HasSuffix(x.got, []byte("\n")) {
		return breaks("a stream has whole lines", "%s ends with %q", o.name(), x.got[max(0, len(x.got)-20):])
	}
	found := map[string]value{}
	for line := range bytes.Lines(x.got) {
		item, valid := parse(line)
		k, has := item.get(r.key)
		if !valid || !has {
			return breaks("a stream has whole lines", "%s has the line %s", o.name(), shorten(string(line)))
		}
		if try := o.responses[o.Success.Body]; try != nil {
			if _, err := try(line, false); err != nil {
				return breaks("responses are as declared", "%s has the line %s: %v", o.name(), item, err)
			}
		}
		if _, twice := found[k.String()]; twice {
			return breaks("a stream has each entity once", "%s has the entity %s twice", o.name(), k)
		}
		found[k.String()] = item
	}
	return w.streamed(r, o, base, found)
}

// streamed compares the entities of a stream with what is known.
func (w *world) streamed(r *resource, o *operation, base string, found map[string]value) *broken {
	c := o.shownIn(o.Success.Body.Prop)
	for _, e := range w.entities {
		if e == nil || e.of != r || e.base != base || e.again || e.maybe || e.by != 0 {
			continue
		}
		item, has := found[e.key.String()]
		switch {
		case e.deleted && has:
			return breaks("what was deleted is gone", "%s has a deleted entity", o.name())
		case e.deleted:
		case !has:
			return breaks("a stream has each entity once", "%s lacks the entity %s", o.name(), e.key)
		default:
			if at := w.difference(c, tree.View, e.known, item, all); at != "" {
				return breaks("a stream shows the last state", "%s: %s", o.name(), at)
			}
		}
	}
	return nil
}
