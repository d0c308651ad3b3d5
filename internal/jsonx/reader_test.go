package jsonx_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// readings are the ways through a document, which must agree on it.
var readings = map[string]func(*jsonx.Reader){
	"Skip": func(r *jsonx.Reader) { r.Skip() },
	"Raw":  func(r *jsonx.Reader) { r.Raw() },
	"walk": func(r *jsonx.Reader) { walk(r) },
}

// walk reads one value with every method a decoder uses and returns it in a notation of
// its own, in which strings are quoted and every value is marked with its kind.
func walk(r *jsonx.Reader) string {
	switch r.Kind() {
	case jsonx.Null:
		r.Null()
		return "null"
	case jsonx.False, jsonx.True:
		return strconv.FormatBool(r.Bool())
	case jsonx.String:
		return strconv.Quote(r.Text())
	case jsonx.Number:
		return "#" + r.Literal()
	case jsonx.Array:
		var b strings.Builder
		b.WriteByte('[')
		for r.Array(); r.Item(); {
			b.WriteString(walk(r) + ",")
		}
		return b.String() + "]"
	case jsonx.Object:
		var b strings.Builder
		b.WriteByte('{')
		r.Object()
		for {
			name, ok := r.Member()
			if !ok {
				return b.String() + "}"
			}
			b.WriteString(strconv.Quote(name) + ":" + walk(r) + ",")
		}
	default:
		return "!"
	}
}

func TestWalkReadsWhatIsWritten(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{`null`, `null`},
		{` true `, `true`},
		{"\t\r\nfalse\n", `false`},
		{`-0.5e+10`, `#-0.5e+10`},
		{`9007199254740993`, `#9007199254740993`},
		{`""`, `""`},
		{`"a"`, `"a"`},
		{`"\u00e9\ud83d\ude00\n\/\\\""`, `"é😀\n/\\\""`},
		{`"é😀"`, `"é😀"`},
		{`"\u0000"`, `"\x00"`},
		{`[]`, `[]`},
		{`[ ]`, `[]`},
		{`[1, "a" ,null,[[]],{}]`, `[#1,"a",null,[[],],{},]`},
		{`{}`, `{}`},
		{`{"a":1 , "A":[true], "":{"a":{}}}`, `{"a":#1,"A":[true,],"":{"a":{},},}`},
		{`{"\u0061b\n":"x"}`, `{"ab\n":"x",}`},
	} {
		for _, padding := range []int{0, jsonx.ShareLimit + 1} {
			doc := c.doc + strings.Repeat(" ", padding)
			var r jsonx.Reader
			r.Reset([]byte(doc), jsonx.Limits{})
			got := walk(&r)
			if err := r.End(); err != nil || got != c.want {
				t.Errorf("%.40s reads as %s, %v; want %s", doc, got, err, c.want)
			}
		}
	}
}

func TestRawIsTheTextAsWritten(t *testing.T) {
	doc := `{"a": { "x" : [1, 2 ] } ,"b":  "\u0061" ,"c":[ null , -1.0e5, true ]}`
	for _, padding := range []int{0, jsonx.ShareLimit + 1} {
		var r jsonx.Reader
		r.Reset([]byte(doc+strings.Repeat(" ", padding)), jsonx.Limits{})
		var got []string
		r.Object()
		for {
			name, ok := r.Member()
			if !ok {
				break
			}
			if name != "c" {
				got = append(got, r.Raw())
				continue
			}
			for r.Array(); r.Item(); {
				got = append(got, r.Raw())
			}
		}
		if err := r.End(); err != nil {
			t.Fatal(err)
		}
		want := []string{`{ "x" : [1, 2 ] }`, `"\u0061"`, `null`, `-1.0e5`, `true`}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("Raw gives %q, want %q", got, want)
		}
	}
}

func TestFaultsSayWhatAndWhere(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		want      jsonx.Fault
	}{
		{"nothing", "", jsonx.Fault{Reason: jsonx.Empty, Offset: 0}},
		{"white space", " \n ", jsonx.Fault{Reason: jsonx.Empty, Offset: 3}},
		{"byte order mark", "\xef\xbb\xbf{}", jsonx.Fault{Reason: jsonx.Syntax, Offset: 0}},
		{"UTF-16", "\xff\xfe{\x00}\x00", jsonx.Fault{Reason: jsonx.UTF8, Offset: 0}},
		{"word", "nope", jsonx.Fault{Reason: jsonx.Syntax, Offset: 1}},
		{"open array", "[1,", jsonx.Fault{Reason: jsonx.Truncated, Offset: 3}},
		{"open object", `{"a":`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 5, Pointer: "/a"}},
		{"open string", `{"a":["x`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 8, Pointer: "/a/0"}},
		{"half a literal", `[tru`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 4, Pointer: "/0"}},
		{"lone minus", `-`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 1}},
		{"comma before the end", `[1,]`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 2}},
		{"missing value", `{"a":}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 5, Pointer: "/a"}},
		{"missing colon", `{"a" 1}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 5, Pointer: "/a"}},
		{"missing comma", `{"a":1 "b":2}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 7}},
		{"wrong end", `{"a":[1}}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 7, Pointer: "/a"}},
		{"number as name", `{"a":{1:2}}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 6, Pointer: "/a"}},
		{"stray character", `{"a":[1,x]}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 8, Pointer: "/a/1"}},
		{"control character", "{\"a\":\"x\ny\"}", jsonx.Fault{Reason: jsonx.Syntax, Offset: 7, Pointer: "/a"}},
		{"unknown escape", `{"a":"\x"}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 6, Pointer: "/a"}},
		{"invalid UTF-8", "{\"a\":\"x\xff\"}", jsonx.Fault{Reason: jsonx.UTF8, Offset: 7, Pointer: "/a"}},
		{"overlong UTF-8", "[\"\xc0\x80\"]", jsonx.Fault{Reason: jsonx.UTF8, Offset: 2, Pointer: "/0"}},
		{"surrogate in UTF-8", "[\"\xed\xa0\x80\"]", jsonx.Fault{Reason: jsonx.UTF8, Offset: 2, Pointer: "/0"}},
		{"lone high surrogate", `{"a":["\ud800"]}`, jsonx.Fault{Reason: jsonx.UTF8, Offset: 7, Pointer: "/a/0"}},
		{"lone low surrogate", `["\uDC00x"]`, jsonx.Fault{Reason: jsonx.UTF8, Offset: 2, Pointer: "/0"}},
		{"two high surrogates", `["\ud800\ud800"]`, jsonx.Fault{Reason: jsonx.UTF8, Offset: 2, Pointer: "/0"}},
		{"surrogate in a name", `{"\ud800":1}`, jsonx.Fault{Reason: jsonx.UTF8, Offset: 2}},
		{"surrogate outside of a string", `[\ud800]`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 1, Pointer: "/0"}},
		{"invalid UTF-8 outside of a string", "[\xff]", jsonx.Fault{Reason: jsonx.UTF8, Offset: 1, Pointer: "/0"}},
		{"half an escape", `["\u00`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 6, Pointer: "/0"}},
		{"half a pair of surrogates", `["\ud83d\uD`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 11, Pointer: "/0"}},
		{"half a character", "[\"\xe2\x82", jsonx.Fault{Reason: jsonx.Truncated, Offset: 4, Pointer: "/0"}},
		{"half an exponent", `[1, -1.5e+`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 10, Pointer: "/1"}},
		{"no digit", `{"a":-x}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 6, Pointer: "/a"}},
		{"object that ends as an array", `{"a":{"b":1]}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 11}},
		{"name and no more", `{"a":{"b"`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 9, Pointer: "/a/b"}},
		{"comma before a name", `{"a":{,"b":1}}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 6, Pointer: "/a"}},
		{"duplicate name", `{"a":1,"b":{"c":1,"c":2}}`, jsonx.Fault{Reason: jsonx.Duplicate, Offset: 18, Pointer: "/b/c"}},
		{"duplicate by escape", `{"a":1,"\u0061":2}`, jsonx.Fault{Reason: jsonx.Duplicate, Offset: 7, Pointer: "/a"}},
		{"pointer with escapes", `{"a/b~c":[nil]}`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 11, Pointer: "/a~1b~0c/0"}},
		{"second value", `{} []`, jsonx.Fault{Reason: jsonx.Trailing, Offset: 3}},
		{"comma after the value", `[] ,`, jsonx.Fault{Reason: jsonx.Trailing, Offset: 3}},
		{"bracket after the value", `[]]`, jsonx.Fault{Reason: jsonx.Trailing, Offset: 2}},
		{"leading zero", `01`, jsonx.Fault{Reason: jsonx.Trailing, Offset: 1}},
		{"NUL after the value", "1\x00", jsonx.Fault{Reason: jsonx.Trailing, Offset: 1}},
	} {
		for name, read := range readings {
			var r jsonx.Reader
			r.Reset([]byte(c.doc), jsonx.Limits{})
			read(&r)
			fault, ok := r.End().(*jsonx.Fault)
			if !ok || *fault != c.want {
				t.Errorf("%s, %q by %s:\n got %#v\nwant %#v", c.name, c.doc, name, fault, c.want)
			}
		}
	}
}

func TestLongPointersNameAnAncestor(t *testing.T) {
	long := strings.Repeat("n", 2000)
	for _, c := range []struct{ doc, want string }{
		{`{"a":{"` + long + `":x}}`, "/a"},
		{`{"` + long + `":{"a":x}}`, ""},
	} {
		for name, read := range readings {
			var r jsonx.Reader
			r.Reset([]byte(c.doc), jsonx.Limits{})
			read(&r)
			fault, ok := r.End().(*jsonx.Fault)
			if !ok || fault.Pointer != c.want || fault.Reason != jsonx.Syntax {
				t.Errorf("by %s: %.80v, want the pointer %q", name, r.Err(), c.want)
			}
		}
	}
}

func TestFaultTexts(t *testing.T) {
	for _, c := range []struct {
		fault jsonx.Fault
		want  string
	}{
		{jsonx.Fault{Reason: jsonx.Syntax, Offset: 3}, "json: syntax error at offset 3"},
		{jsonx.Fault{Reason: jsonx.Duplicate, Offset: 7, Pointer: "/a\n"}, `json: duplicate member name at offset 7 within "/a\n"`},
	} {
		if got := c.fault.Error(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	seen := map[string]bool{}
	for reason := jsonx.Syntax; reason <= jsonx.Values; reason++ {
		if text := reason.String(); text == jsonx.Reason(0).String() || seen[text] {
			t.Errorf("reason %d has no text of its own: %s", reason, text)
		}
		seen[reason.String()] = true
	}
}

func TestKindNamesAreJSONSchemaTypes(t *testing.T) {
	for kind, want := range map[jsonx.Kind]string{
		jsonx.Null: "null", jsonx.False: "boolean", jsonx.True: "boolean", jsonx.String: "string",
		jsonx.Number: "number", jsonx.Object: "object", jsonx.Array: "array", jsonx.Invalid: "", '}': "",
	} {
		if got := kind.SchemaType(); got != want {
			t.Errorf("%q is %q, want %q", byte(kind), got, want)
		}
	}
}

func TestOffsetIsWhatHasBeenConsumed(t *testing.T) {
	var r jsonx.Reader
	r.Reset([]byte(` {"a" : [1, 22]} `), jsonx.Limits{})
	var got []int
	step := func() { got = append(got, r.Offset()) }
	step()
	r.Object()
	step()
	r.Member()
	step()
	r.Array()
	step()
	r.Item()
	r.Literal()
	step()
	r.Item()
	step()
	r.Literal()
	step()
	r.Item()
	step()
	r.Member()
	step()
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	want := []int{0, 2, 5, 9, 10, 10, 14, 15, 16}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}
