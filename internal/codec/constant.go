package codec

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Constants are the values of an enumeration of another type than string, in the order of the
// texts in its description.
type Constants struct {
	// Assign copies value i to a place, and Index finds the value there; it returns -1 for none.
	Assign func(a place.Addr, i int)
	Index  func(a place.Addr) int
}

// ConstantsOf returns the constants in the slice at values: float64s, or else integers or booleans.
func ConstantsOf(t *Type, values place.Addr, floats bool) Constants {
	same := sameBits
	if floats {
		same = func(_ uintptr, a, b place.Addr) bool { return *place.To[float64](a) == *place.To[float64](b) }
	}
	return Constants{
		Assign: func(a place.Addr, i int) { t.Assign(a, place.Item(values, i, t.Size)) },
		Index: func(a place.Addr) int {
			for i := range place.Len(values) {
				if same(t.Size, a, place.Item(values, i, t.Size)) {
					return i
				}
			}
			return -1
		},
	}
}

// sameBits reports whether two integers or booleans of so many bytes are equal.
func sameBits(size uintptr, a, b place.Addr) bool {
	switch size {
	case 1:
		return *place.To[uint8](a) == *place.To[uint8](b)
	case 2:
		return *place.To[uint16](a) == *place.To[uint16](b)
	case 4:
		return *place.To[uint32](a) == *place.To[uint32](b)
	default:
		return *place.To[uint64](a) == *place.To[uint64](b)
	}
}

// constants is the codec of an enumeration that is not of strings.
type constants struct {
	Constants
	kind      jsonx.Kind // of numbers and booleans; Invalid: values may have several types
	expected  *Issue
	notListed *Issue
	texts     []string // canonical JSON
	ranks     []int    // the order of the values
}

// Const compiles an enumeration that is not of strings.
func Const(values Constants) func(*Compiler, *tree.Prop) Codec {
	return func(_ *Compiler, n *tree.Prop) Codec {
		t := n.Type.(tree.Enum)
		c := &constants{
			Constants: values, texts: t.Values,
			notListed: newIssue("one_of", tree.Param{Name: "values", JSON: "[" + strings.Join(t.Values, ",") + "]"}),
		}
		switch t.Of {
		case "boolean":
			c.kind, c.expected = jsonx.True, Expected(t.Of)
		case "integer", "number":
			c.kind, c.expected = jsonx.Number, Expected(t.Of)
		default:
			return c
		}
		c.ranks = ranksOf(t.Values)
		return &textConstants{c}
	}
}

// ranksOf returns the rank of each text: numbers by size, false before true.
func ranksOf(texts []string) []int {
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool {
		one, other := texts[order[i]], texts[order[j]]
		x, ok := decimal.Parse(one)
		y, also := decimal.Parse(other)
		if ok && also {
			return x.Cmp(y) < 0
		}
		return one < other
	})
	ranks := make([]int, len(texts))
	for rank, i := range order {
		ranks[i] = rank
	}
	return ranks
}

// Decode implements [Codec].
func (c *constants) Decode(d *Decoder, a place.Addr) {
	kind := d.Kind()
	if kind == jsonx.False {
		kind = jsonx.True
	}
	if c.kind != jsonx.Invalid && kind != c.kind {
		d.rejectType(c.expected)
		return
	}
	var room [32]byte
	text := appendCanonical(room[:0], &d.Reader)
	if d.Err() != nil || c.find(text, a) {
		return
	}
	if kind == jsonx.Null {
		d.Add(issueNull)
		return
	}
	d.addUnlisted(c.notListed, len(c.texts))
}

// find sets the place to the value with a canonical text, if there is one.
func (c *constants) find(text []byte, a place.Addr) bool {
	for i, known := range c.texts {
		if known == string(text) {
			c.Assign(a, i)
			return true
		}
	}
	return false
}

// Check implements [Codec].
func (c *constants) Check(r *Report, a place.Addr) {
	if c.Index(a) < 0 {
		r.Add(c.notListed)
	}
}

// Encode implements [Codec].
func (c *constants) Encode(e *Encoder, a place.Addr) {
	i := c.Index(a)
	if i < 0 {
		e.fail(errNotListed)
		return
	}
	e.write(c.texts[i])
}

const errNotListed = noConstant("the value is not one of the declared values")

type noConstant string

func (n noConstant) Error() string { return string(n) }

// textConstants is an enumeration whose values have texts in parameters.
type textConstants struct{ *constants }

// ParseText implements half of [Text]. A number is written as JSON does.
func (c *textConstants) ParseText(r *Report, text string, a place.Addr) {
	if c.kind == jsonx.Number {
		text, _ = decimal.Canonical(text)
	}
	if !c.find([]byte(text), a) {
		r.addUnlisted(c.notListed, len(c.texts))
	}
}

// AppendText implements half of [Text].
func (c *textConstants) AppendText(b []byte, a place.Addr) []byte {
	if i := c.Index(a); i >= 0 {
		b = append(b, c.texts[i]...)
	}
	return b
}

// Ordering implements [Ordered].
func (c *textConstants) Ordering() Ordering {
	width := 0
	for _, text := range c.texts {
		width = max(width, len(text))
	}
	rank := func(a place.Addr) int {
		if i := c.Index(a); i >= 0 {
			return c.ranks[i]
		}
		return -1
	}
	return Ordering{
		Compare: func(a, b place.Addr) int { return cmp.Compare(rank(a), rank(b)) },
		Append:  func(b []byte, a place.Addr) ([]byte, bool) { return c.AppendText(b, a), c.Index(a) >= 0 },
		Parse: func(text string, a place.Addr) bool {
			i := slices.Index(c.texts, text)
			if i >= 0 {
				c.Assign(a, i)
			}
			return i >= 0
		},
		Width: width,
	}
}

// CanonicalJSON returns the canonical text of a JSON value: equal values, as JSON Schema defines
// equality, have equal texts. ok is false for malformed JSON.
func CanonicalJSON(text string) (canonical string, ok bool) {
	if !jsonx.Valid([]byte(text)) {
		return "", false
	}
	var r jsonx.Reader
	r.Reset([]byte(text), jsonx.Limits{Depth: MaxDepth, Members: len(text) + 1})
	return string(appendCanonical(nil, &r)), r.Err() == nil
}

// Constant sets a place to the value of a declared constant.
func Constant(f Form, a place.Addr) {
	var d Decoder
	d.Open([]byte(f.Node.Type.(tree.Enum).Texts()[0]), jsonx.Limits{})
	f.Compile(NewCompiler(tree.Create)).Decode(&d, a)
}

// listsScalar reports whether one of the canonical texts may be the last member of a glance.
func listsScalar(texts []string, kind jsonx.Kind, g *jsonx.Glance) bool {
	switch kind {
	case jsonx.True:
		return slices.Contains(texts, "true")
	case jsonx.False:
		return slices.Contains(texts, "false")
	case jsonx.Number:
		text, ok := decimal.Canonical(string(g.Literal()))
		return ok && slices.Contains(texts, text)
	case jsonx.String:
		text, err := jsonx.AppendString(nil, string(g.Text()))
		return err == nil && slices.Contains(texts, string(text))
	}
	return true // its JSON type is known, which distinguishes it enough
}
