package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// scalarKinds are the JSON types that have a text.
const scalarKinds = tree.KindBoolean | tree.KindString | tree.KindNumber

// withTexts returns the union with the encodings in texts that its cases have.
func (u *union) withTexts(kinds tree.Kinds) Codec {
	switch {
	case kinds&^scalarKinds == 0:
		return &textUnion{u, kinds}
	case kinds&^(scalarKinds|tree.KindArray) == 0:
		l := &listUnion{union: u, scalars: textUnion{u, kinds & scalarKinds}}
		for i := range u.cases {
			k := &u.cases[i]
			texts := TextsOf(k.codec)
			if n := k.Form.Node; texts == nil && tree.KindsOf(n, n.Nullable)&tree.KindArray != 0 {
				return u // of items without a text, or of another union
			}
			l.texts = append(l.texts, texts)
		}
		return l
	}
	return u
}

// textUnion is a union whose values are all scalars.
type textUnion struct {
	*union
	kinds tree.Kinds
}

// ParseText reads a number or a boolean where a case has them and the text is one, and a string
// otherwise, or if no case has that number.
func (u *textUnion) ParseText(r *Report, text string, a place.Addr) {
	t := transcript{r: r}
	t.text(&bracketShape{kinds: u.kinds}, text)
	typed := r.empty()
	decodeJSON(&typed, string(t.b), func(d *Decoder) { u.Decode(d, a) })
	if typed.Since(0) && t.b[0] != '"' && u.kinds&tree.KindString != 0 {
		t.b = t.b[:0]
		t.quoted(text)
		plain := r.empty()
		if decodeJSON(&plain, string(t.b), func(d *Decoder) { u.Decode(d, a) }); !plain.Since(0) {
			return
		}
	}
	r.take(&typed)
}

func (u *textUnion) AppendText(b []byte, a place.Addr) []byte {
	for _, text := range u.AppendTexts(nil, a) {
		b = append(b, text...)
	}
	return b
}

// AppendTexts appends the text of a scalar, or those of the items of a list.
func (u *textUnion) AppendTexts(texts []string, a place.Addr) []string {
	var e Encoder
	u.Encode(&e, a)
	if e.Err() != nil {
		return texts
	}
	var r jsonx.Reader
	r.Reset(e.B, jsonx.Limits{})
	one := func() {
		if r.Kind() == jsonx.String {
			texts = append(texts, r.Text())
		} else {
			texts = append(texts, string(r.Raw()))
		}
	}
	if r.Kind() != jsonx.Array {
		one()
		return texts
	}
	for r.Array(); r.Item(); {
		one()
	}
	return texts
}

// listUnion is a union of scalars and lists of scalars. It has no single text.
type listUnion struct {
	*union
	scalars textUnion
	texts   []*Texts // of each case; nil for scalars
}

// ParseTexts reads one text as a scalar, and several as a list. One that no scalar has is a list,
// too.
func (u *listUnion) ParseTexts(r *Report, texts []string, a place.Addr) {
	var first *Report
	try := func(read func(r *Report)) bool {
		t := r.empty()
		if read(&t); !t.Since(0) {
			return true
		}
		if first == nil {
			first = &t
		}
		return false
	}
	if len(texts) == 1 && u.scalars.kinds != 0 &&
		try(func(r *Report) { u.scalars.ParseText(r, texts[0], a) }) {
		return
	}
	for i, list := range u.texts {
		if list == nil {
			continue
		}
		k := &u.cases[i]
		inside := k.Form.Type.New()
		if try(func(r *Report) { list.ParseTexts(r, texts, inside) }) {
			k.Wrap(a, inside)
			return
		}
	}
	r.take(first)
}

func (u *listUnion) AppendTexts(texts []string, a place.Addr) []string {
	return u.scalars.AppendTexts(texts, a)
}
