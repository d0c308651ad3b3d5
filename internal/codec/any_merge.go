package codec

import (
	"math"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
)

// anyMerger is any JSON value in a merge patch, which changes objects at every depth (RFC 7396 §2).
type anyMerger struct{ *anyValue }

func (c anyMerger) DecodePatch(d *Decoder, a place.Addr, _ *Mask) { c.Decode(d, a) }

func (c anyMerger) CheckPatch(r *Report, a place.Addr, _ *Mask) { c.Check(r, a) }

func (c anyMerger) EncodePatch(e *Encoder, a place.Addr, _ *Mask) { c.Encode(e, a) }

func (c anyMerger) Merge(r *Report, dst, src place.Addr, _ *Mask, made bool) {
	v := place.To[string](dst)
	target, ok := jsonTreeOf(*v)
	if made || *v == "" {
		target, ok = jsonTree{}, true
	}
	patch, valid := jsonTreeOf(*place.To[string](src))
	if !ok || !valid {
		r.Add(c.invalid)
		return
	}
	*v = string(target.merge(patch).append(nil))
	c.Check(r, dst)
}

// jsonTree is an object, or the text of another value. What is absent is the zero value.
type jsonTree struct {
	text    string
	names   []string // of the members, in order
	members map[string]jsonTree
}

func jsonTreeOf(text string) (t jsonTree, ok bool) {
	var r jsonx.Reader
	r.Reset([]byte(text), jsonx.Limits{Depth: math.MaxInt, Members: math.MaxInt})
	t = readTree(&r)
	return t, r.End() == nil
}

func readTree(r *jsonx.Reader) (t jsonTree) {
	if r.Kind() != jsonx.Object {
		t.text = r.Raw()
		return t
	}
	t.members = map[string]jsonTree{}
	r.Object()
	for name, ok := r.Member(); ok; name, ok = r.Member() {
		t.names = append(t.names, name)
		t.members[name] = readTree(r)
	}
	return t
}

// merge returns what a merge patch makes of a value, which may be absent (RFC 7396 §2). What the
// patch does not name keeps its text and its place.
func (t jsonTree) merge(patch jsonTree) jsonTree {
	if patch.members == nil {
		return patch
	}
	merged := jsonTree{members: map[string]jsonTree{}}
	for _, name := range t.names {
		if merged.members[name] = t.members[name]; patch.members[name].text != "null" {
			merged.names = append(merged.names, name)
		}
	}
	for _, name := range patch.names {
		change := patch.members[name]
		if change.text == "null" {
			continue
		}
		was, had := merged.members[name]
		if merged.members[name] = was.merge(change); !had {
			merged.names = append(merged.names, name)
		}
	}
	return merged
}

func (t jsonTree) append(b []byte) []byte {
	if t.members == nil {
		return append(b, t.text...)
	}
	b = append(b, '{')
	for i, name := range t.names {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsonx.AppendString(b, name)
		b = t.members[name].append(append(b, ':'))
	}
	return append(b, '}')
}
