package jsonx_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/tenon-go/tenon/internal/jsonx"
)

func TestStepsOutOfPlaceAreFaults(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		steps     func(*jsonx.Reader)
		want      jsonx.Reason
	}{
		{"Text of a number", `[1]`, func(r *jsonx.Reader) { r.Array(); r.Item(); r.Text() }, jsonx.Syntax},
		{"Literal of a string", `"1"`, func(r *jsonx.Reader) { r.Literal() }, jsonx.Syntax},
		{"Bool of null", `null`, func(r *jsonx.Reader) { r.Bool() }, jsonx.Syntax},
		{"Null of false", `false`, func(r *jsonx.Reader) { r.Null() }, jsonx.Syntax},
		{"Object of an array", `[]`, func(r *jsonx.Reader) { r.Object() }, jsonx.Syntax},
		{"Array of an object", `{}`, func(r *jsonx.Reader) { r.Array() }, jsonx.Syntax},
		{"Member at the top", `"a"`, func(r *jsonx.Reader) { r.Member() }, jsonx.Syntax},
		{"Member in an array", `["a"]`, func(r *jsonx.Reader) { r.Array(); r.Member() }, jsonx.Syntax},
		{"Member instead of the value", `{"a":"b"}`, func(r *jsonx.Reader) { r.Object(); r.Member(); r.Member() }, jsonx.Syntax},
		{"Text instead of Member", `{"a":"b"}`, func(r *jsonx.Reader) { r.Object(); r.Text() }, jsonx.Syntax},
		{"Skip instead of Member", `{"a":"b"}`, func(r *jsonx.Reader) { r.Object(); r.Skip() }, jsonx.Syntax},
		{"Item at the top", `1`, func(r *jsonx.Reader) { r.Item() }, jsonx.Syntax},
		{"Item in an object", `{}`, func(r *jsonx.Reader) { r.Object(); r.Item() }, jsonx.Syntax},
		{"Item without reading", `[1,2]`, func(r *jsonx.Reader) {
			for r.Array(); r.Item(); {
			}
		}, jsonx.Syntax},
		{"value before Item", `[1]`, func(r *jsonx.Reader) { r.Array(); r.Literal() }, jsonx.Syntax},
		{"value at the end of an array", `[]`, func(r *jsonx.Reader) { r.Array(); r.Skip() }, jsonx.Syntax},
		{"End before the value", `{}`, func(*jsonx.Reader) {}, jsonx.Syntax},
		{"End before nothing", ` `, func(*jsonx.Reader) {}, jsonx.Empty},
		{"End inside", `[1]`, func(r *jsonx.Reader) { r.Array() }, jsonx.Syntax},
		{"value past the end", `1 `, func(r *jsonx.Reader) { r.Skip(); r.Skip() }, jsonx.Syntax},
		{"second value", `1 2`, func(r *jsonx.Reader) { r.Skip(); r.Literal() }, jsonx.Trailing},
	} {
		var r jsonx.Reader
		r.Reset([]byte(c.doc), jsonx.Limits{})
		c.steps(&r)
		fault, ok := r.End().(*jsonx.Fault)
		if !ok || fault.Reason != c.want {
			t.Errorf("%s: %v, want %v", c.name, r.Err(), c.want)
		}
	}
}

func TestFaultsAreSticky(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		fault     func(*jsonx.Reader)
	}{
		{"syntax", `[x, "a", 1, true, null, {"a":1}, [1]]`, func(r *jsonx.Reader) { r.Array(); r.Item() }},
		{"wrong kind", `["a", 1]`, func(r *jsonx.Reader) { r.Array(); r.Item(); r.Kind(); r.Null() }},
		{"wrong container", `["a", 1]`, func(r *jsonx.Reader) { r.Array(); r.Item(); r.Member() }},
		{"limit", `[[1]]`, func(r *jsonx.Reader) { r.Array(); r.Item(); r.Array() }},
		{"trailing", `1 "a"`, func(r *jsonx.Reader) { r.Skip(); r.End() }},
	} {
		var r jsonx.Reader
		r.Reset([]byte(c.doc), jsonx.Limits{Depth: 1})
		c.fault(&r)
		first := r.Err()
		if first == nil {
			t.Fatalf("%s: no fault", c.name)
		}
		// Each of these would succeed on some of the documents.
		if r.Kind() != jsonx.Invalid || r.Text() != "" || r.Literal() != "" || r.Raw() != "" || r.Bool() || r.Item() {
			t.Errorf("%s: a read after the fault gave a value", c.name)
		}
		if name, ok := r.Member(); name != "" || ok {
			t.Errorf("%s: a member after the fault", c.name)
		}
		r.Null()
		r.Object()
		r.Array()
		r.Skip()
		if r.Err() != first || r.End() != first {
			t.Errorf("%s: the fault became %v, was %v", c.name, r.End(), first)
		}
	}
}

func TestZeroReaderIsAnEmptyDocument(t *testing.T) {
	var r jsonx.Reader
	if kind := r.Kind(); kind != jsonx.Invalid {
		t.Errorf("kind %q", byte(kind))
	}
	if fault, ok := r.End().(*jsonx.Fault); !ok || fault.Reason != jsonx.Empty {
		t.Errorf("%v, want Empty", r.Err())
	}
}

func TestReaderIsReusableAfterAnything(t *testing.T) {
	cases := parsingCases(t)
	big := `{"list":["` + strings.Repeat("x", jsonx.ShareLimit) + `\n"]}`
	deep := strings.Repeat("[", 1000)
	var reused jsonx.Reader
	check := func(doc []byte) {
		t.Helper()
		for name, read := range readings {
			var fresh jsonx.Reader
			fresh.Reset(doc, jsonx.Limits{})
			reused.Reset(doc, jsonx.Limits{})
			read(&fresh)
			read(&reused)
			a, b := fresh.End(), reused.End()
			if (a == nil) != (b == nil) || a != nil && *a.(*jsonx.Fault) != *b.(*jsonx.Fault) {
				t.Errorf("%.60q by %s: %v when new, %v when reused", doc, name, a, b)
			}
			if fresh.Offset() != reused.Offset() {
				t.Errorf("%.60q by %s: offset %d when new, %d when reused", doc, name, fresh.Offset(), reused.Offset())
			}
		}
	}
	for i, c := range cases {
		check(c.Base64)
		switch i % 7 {
		case 0:
			check([]byte(big))
		case 3:
			check([]byte(deep))
		case 5:
			reused.Reset(nil, jsonx.Limits{})
		}
	}
}

func TestStringsDoNotChangeWithTheDocument(t *testing.T) {
	for _, padding := range []int{0, jsonx.ShareLimit} {
		doc := []byte(`{"name":["text","esc\n",-1.5,{"a":1}]}` + strings.Repeat(" ", padding))
		var r jsonx.Reader
		r.Reset(doc, jsonx.Limits{})
		r.Object()
		name, _ := r.Member()
		r.Array()
		r.Item()
		text := r.Text()
		r.Item()
		escaped := r.Text()
		r.Item()
		literal := r.Literal()
		r.Item()
		raw := r.Raw()
		r.Reset(nil, jsonx.Limits{})
		clear(doc)
		r.Reset([]byte(`"another\tdocument"`), jsonx.Limits{})
		r.Text()
		if got := name + text + escaped + literal + raw; got != "nametextesc\n-1.5{\"a\":1}" {
			t.Errorf("padding %d: the strings are now %q", padding, got)
		}
	}
}

func TestOnlySmallDocumentsShareTheirStrings(t *testing.T) {
	for _, c := range []struct {
		size   int
		shared bool
	}{{0, true}, {jsonx.ShareLimit, true}, {jsonx.ShareLimit + 1, false}} {
		doc := `["aaaa","bbbb"]`
		doc += strings.Repeat(" ", max(0, c.size-len(doc)))
		var r jsonx.Reader
		r.Reset([]byte(doc), jsonx.Limits{})
		r.Array()
		r.Item()
		a := r.Text()
		r.Item()
		b := r.Text()
		distance := uintptr(unsafe.Pointer(unsafe.StringData(b))) - uintptr(unsafe.Pointer(unsafe.StringData(a)))
		if a != "aaaa" || b != "bbbb" || (distance == 7) != c.shared {
			t.Errorf("%d bytes: %q and %q lie %d bytes apart", len(doc), a, b, distance)
		}
	}
}
