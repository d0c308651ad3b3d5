package apitest

import (
	"bytes"
	"slices"
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
		if c, own := o.shownIn(o.Success.Body.Prop), r.create.entity(); c != nil && own != nil && c.Name == own.Name && !slices.ContainsFunc(o.inputs, inQuery) {
			r.streams = append(r.streams, o)
		}
	}
}

func inQuery(in tree.Input) bool { return in.In == tree.InQuery }

// shownIn returns the collection of the items of a stream, or nil.
func (o *operation) shownIn(p *tree.Prop) *tree.Collection {
	if t, ok := p.Type.(tree.Array); ok {
		p = t.Item
	}
	return collectionOf(p)
}

// streams compares the lines of each stream with what is known of the entities.
func (w *world) streams(r *resource) *broken {
	for _, o := range r.streams {
		items, b := w.lines(r, o, 0)
		if b != nil {
			return b
		}
		if items == nil {
			continue
		}
		found := map[string]value{}
		for _, item := range items {
			k, _ := item.get(r.key)
			if _, twice := found[k.json()]; twice {
				return breaks("a stream has each entity once", "%s has the entity %s twice", o.name(), k)
			}
			found[k.json()] = item
		}
		if b := w.streamed(r, o, found); b != nil {
			return b
		}
	}
	return nil
}

// lines reads the items of a stream; nil if the response is a problem.
func (w *world) lines(r *resource, o *operation, as int) ([]value, *broken) {
	base, ok := w.base(r)
	if !ok || r.key == "" {
		return nil, nil
	}
	x, b := w.send(o, as, base+strings.TrimPrefix(o.Path, r.path), nil)
	if b != nil || x.status >= 300 {
		return nil, b
	}
	items := []value{}
	for line := range bytes.Lines(x.got) {
		item, valid := parse(line)
		if _, has := item.get(r.key); !valid || !has || line[len(line)-1] != '\n' {
			return nil, breaks("a stream has whole lines", "%s has the line %q", o.name(), shorten(string(line)))
		}
		if try := o.responses[o.Success.Body]; try != nil {
			if _, err := try(line, false); err != nil {
				return nil, breaks("responses are as declared", "%s has the line %s: %v", o.name(), item, err)
			}
		}
		items = append(items, item)
	}
	return items, nil
}

// streamed compares the entities of a stream with what is known.
func (w *world) streamed(r *resource, o *operation, found map[string]value) *broken {
	base, _ := w.base(r)
	c := o.shownIn(o.Success.Body.Prop)
	for _, e := range w.entities {
		if e == nil || e.of != r || e.base != base || e.again || e.maybe || e.by != 0 {
			continue
		}
		item, has := found[e.key.json()]
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
