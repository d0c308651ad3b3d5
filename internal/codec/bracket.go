package codec

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// Brackets reads and writes a value as pairs whose names have brackets: a[b]=1&a[c][0]=2 is the
// JSON {"b":1,"c":[2]} of a. The name of such a pair is the part in brackets.
//
// What the pairs are is transcribed to JSON, which the codec of the value decodes, so that both
// have the same rules. A value that cannot be what is declared keeps the JSON type that it seems
// to have: the codec reports it.
type Brackets struct{ shape *bracketShape }

// BracketsOf returns the encoding of a property.
func BracketsOf(p *tree.Prop) *Brackets {
	all := bracketShapes{map[any]*bracketShape{}, map[any]*bracketShape{}}
	return &Brackets{all.of(p)}
}

// MaxBrackets is how many brackets a name may have.
const MaxBrackets = 32

// JSON returns the JSON that pairs stand for. Otherwise it adds violations, and ok is false.
func (b *Brackets) JSON(r *Report, pairs []Pair) (text []byte, ok bool) {
	mark := r.Mark()
	var root bracketNode
	for _, p := range pairs {
		root.add(r, p)
	}
	if r.Since(mark) {
		return nil, false
	}
	t := transcript{r: r}
	t.value(b.shape, &root)
	return t.b, !r.Since(mark)
}

// add adds a pair to the tree.
func (n *bracketNode) add(r *Report, p Pair) {
	if strings.Count(p.Name, "[") > MaxBrackets {
		r.Add(newIssue("depth", tree.Param{Name: "max", JSON: strconv.Itoa(MaxBrackets)}))
		return
	}
	at := n
	for rest := p.Name; rest != ""; {
		name, more, ok := cutBrackets(rest)
		if !ok {
			mark := r.Mark()
			r.Add(Unknown)
			r.underUndeclared(mark, p.Name)
			return
		}
		next := at.child(name)
		if next == nil {
			next = at.grow(name)
		}
		at, rest = next, more
	}
	at.texts = append(at.texts, p.Text)
	at.file = at.file || p.Part != nil
}

// transcript is JSON that is made of a tree.
type transcript struct {
	b []byte
	r *Report
}

func (t *transcript) value(s *bracketShape, n *bracketNode) {
	switch {
	case n.file:
		t.r.Add(Expected("string"))
	case len(n.texts) > 1, len(n.texts) == 1 && len(n.children) > 0: // a=1&a[b]=2
		t.r.Add(Repeated)
	case len(n.texts) == 1:
		t.text(s, n.texts[0])
	case (s.has(tree.KindArray) || !s.has(tree.KindObject)) && n.isList():
		t.array(s, n)
	default:
		t.object(s.object(n), n)
	}
}

func (t *transcript) array(s *bracketShape, n *bracketNode) {
	var item *bracketShape
	if s != nil {
		item = s.item
	}
	t.b = append(t.b, '[')
	for i, c := range n.items() {
		if i > 0 {
			t.b = append(t.b, ',')
		}
		mark := t.r.Mark()
		t.value(item, c)
		t.r.At(mark, i)
	}
	t.b = append(t.b, ']')
}

func (t *transcript) object(s *bracketShape, n *bracketNode) {
	t.b = append(t.b, '{')
	for i, c := range n.children {
		if i > 0 {
			t.b = append(t.b, ',')
		}
		mark := t.r.Mark()
		t.quoted(c.name)
		t.b = append(t.b, ':')
		t.value(s.member(c.name), c)
		t.r.underUndeclared(mark, c.name)
	}
	t.b = append(t.b, '}')
}

// text writes a number or a boolean where one is declared and the text is one, and otherwise a
// string.
func (t *transcript) text(s *bracketShape, text string) {
	switch {
	case s.has(tree.KindNumber) && isNumber(text), s.has(tree.KindBoolean) && (text == "true" || text == "false"):
		t.b = append(t.b, text...)
	default:
		t.quoted(text)
	}
}

func (t *transcript) quoted(text string) {
	if !utf8.ValidString(text) {
		t.r.Add(issueEncoding)
		text = ""
	}
	t.b, _ = jsonx.AppendString(t.b, text)
}

// isNumber reports whether a text is a number of JSON.
func isNumber(s string) bool {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	return s != "" && (s[0] == '-' || digit(s[0])) && digit(s[len(s)-1]) && jsonx.Valid([]byte(s))
}

// Pairs returns the pairs of a value in JSON. Empty objects and arrays, and null, have none. ok is
// false for a name that cannot be in brackets.
func (b *Brackets) Pairs(text []byte) (pairs []Pair, ok bool) {
	var r jsonx.Reader
	r.Reset(text, jsonx.Limits{Depth: MaxDepth, Members: len(text) + 1})
	w := bracketWriter{r: &r}
	w.value("")
	return w.pairs, !w.unwritable && r.Err() == nil
}

type bracketWriter struct {
	r          *jsonx.Reader
	pairs      []Pair
	unwritable bool
}

func (w *bracketWriter) value(name string) {
	switch w.r.Kind() {
	case jsonx.Object:
		w.r.Object()
		for member, ok := w.r.Member(); ok; member, ok = w.r.Member() {
			w.unwritable = w.unwritable || strings.Contains(member, "]")
			w.value(name + "[" + member + "]")
		}
	case jsonx.Array:
		w.r.Array()
		for i := 0; w.r.Item(); i++ {
			w.value(name + "[" + strconv.Itoa(i) + "]")
		}
	case jsonx.String:
		w.pairs = append(w.pairs, Pair{Name: name, Text: w.r.Text()})
	case jsonx.Null:
		w.r.Null()
	default:
		w.pairs = append(w.pairs, Pair{Name: name, Text: string(w.r.Raw())})
	}
}
