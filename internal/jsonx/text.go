package jsonx

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Text consumes a string and returns it unescaped. Up to [ShareLimit] a string without
// escapes is a part of one copy of the document, which all such strings share.
func (r *Reader) Text() string {
	if !r.expect(String) {
		return ""
	}
	start, end, ok := r.value()
	if !ok {
		return ""
	}
	if raw := r.doc[start:end]; bytes.IndexByte(raw, '\\') >= 0 {
		return r.unescape(raw)
	}
	return r.text(start+1, end-1)
}

// Literal consumes a number and returns its text, which shares memory as [Reader.Text] does.
func (r *Reader) Literal() string {
	if !r.expect(Number) {
		return ""
	}
	start, end, ok := r.value()
	if !ok {
		return ""
	}
	return r.text(start, end)
}

// text is the document from start to end as a string.
func (r *Reader) text(start, end int) string {
	if len(r.doc) > ShareLimit {
		return string(r.doc[start:end])
	}
	if r.shared == "" {
		r.shared = string(r.doc)
	}
	return r.shared[start:end]
}

// memberName is the name in the string from start to end.
func (r *Reader) memberName(start, end int) string {
	raw := r.doc[start:end]
	if bytes.IndexByte(raw, '\\') >= 0 {
		return r.unescape(raw)
	}
	if len(r.doc) > ShareLimit {
		if r.names == nil {
			r.names = new(nameCache)
		}
		return r.names.get(raw[1 : len(raw)-1])
	}
	return r.text(start+1, end-1)
}

// unescape goes through a buffer of the reader's, so that only the string is allocated.
func (r *Reader) unescape(raw []byte) string {
	// The string has been read, hence it is valid and there is no error.
	r.scratch, _ = jsontext.AppendUnquote(r.scratch[:0], raw)
	return string(r.scratch)
}

// nameCache saves the copies of names in documents above ShareLimit, where the same few
// names come again in each of many objects. It holds at most one short name a slot.
type nameCache [256]string

const maxCachedName = 32

func (c *nameCache) get(name []byte) string {
	if len(name) > maxCachedName {
		return string(name)
	}
	hash := uint32(2166136261) // FNV-1a; names that share a slot cost a copy, no more
	for _, c := range name {
		hash = (hash ^ uint32(c)) * 16777619
	}
	slot := &c[(hash^hash>>16)%uint32(len(c))]
	if *slot != string(name) {
		*slot = string(name)
	}
	return *slot
}
