package jsonx_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tenon-go/tenon/internal/jsonx"
)

func TestAppendRawCompacts(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{` null `, `null`},
		{"{ \"a\" : [ 1 , 2.50E+1 ,\n\t{} , [ ] ] , \"b c\" : \" \\u0061 \" }", `{"a":[1,2.50E+1,{},[]],"b c":" \u0061 "}`},
		{`9007199254740993`, `9007199254740993`},
	} {
		got, err := jsonx.AppendRaw([]byte("x"), []byte(c.raw))
		if err != nil || string(got) != "x"+c.want {
			t.Errorf("%s is written as %s, %v; want x%s", c.raw, got, err, c.want)
		}
	}
}

func TestAppendRawRefusesWhatIsNotValid(t *testing.T) {
	for _, c := range []struct {
		raw  string
		want jsonx.Fault
	}{
		{``, jsonx.Fault{Reason: jsonx.Empty}},
		{`  `, jsonx.Fault{Reason: jsonx.Empty, Offset: 2}},
		{`[1, x]`, jsonx.Fault{Reason: jsonx.Syntax, Offset: 4, Pointer: "/1"}},
		{`[1`, jsonx.Fault{Reason: jsonx.Truncated, Offset: 2}},
		{`{"a":1, "a":2}`, jsonx.Fault{Reason: jsonx.Duplicate, Offset: 8, Pointer: "/a"}},
		{"\"\xff\"", jsonx.Fault{Reason: jsonx.UTF8, Offset: 1}},
		{`1 2`, jsonx.Fault{Reason: jsonx.Trailing, Offset: 2}},
		{strings.Repeat("[", 20_000), jsonx.Fault{Reason: jsonx.Depth, Offset: 9_999, Pointer: ""}},
	} {
		got, err := jsonx.AppendRaw([]byte("x"), []byte(c.raw))
		fault, ok := err.(*jsonx.Fault)
		if !ok || string(got) != "x" || fault.Reason != c.want.Reason || fault.Offset != c.want.Offset {
			t.Errorf("%.40s: %s, %.80v; want %v", c.raw, got, err, &c.want)
		} else if c.want.Reason != jsonx.Depth && *fault != c.want {
			t.Errorf("%.40s: %v; want %v", c.raw, fault, &c.want)
		}
	}
}

func TestValidIsWhatAReaderAccepts(t *testing.T) {
	var r jsonx.Reader
	for _, c := range parsingCases(t) {
		r.Reset(c.Base64, jsonx.Limits{})
		r.Skip()
		want := r.End() == nil
		if got := jsonx.Valid(c.Base64); got != want {
			t.Errorf("%s: Valid is %v, want %v", c.File, got, want)
		}
		_, err := jsonx.AppendRaw(nil, c.Base64)
		if got := err == nil; got != want {
			t.Errorf("%s: AppendRaw %v, want success: %v", c.File, err, want)
		}
	}
}

// rawDiffers compares AppendRaw and Valid with what jsontext does.
func rawDiffers(t *testing.T, doc []byte) {
	t.Helper()
	want, wantErr := jsontext.AppendFormat([]byte("x"), doc, jsontext.PreserveRawStrings(true))
	got, err := jsonx.AppendRaw([]byte("x"), doc)
	switch {
	case (err == nil) != (wantErr == nil):
		t.Errorf("%.80q: %.80v, want %.80v", doc, err, wantErr)
	case err == nil && string(got) != string(want):
		t.Errorf("%.80q is written as %s, want %s", doc, got, want)
	case err != nil && string(got) != "x":
		t.Errorf("%.80q: %q is left behind an error", doc, got)
	}
	if got, want := jsonx.Valid(doc), jsontext.Value(doc).IsValid(); got != want {
		t.Errorf("%.80q: Valid is %v, want %v", doc, got, want)
	}
}

func TestRawDoesWhatJsontextDoes(t *testing.T) {
	for _, depth := range []int{9_998, 9_999, 10_000, 10_001} {
		rawDiffers(t, []byte(strings.Repeat("[", depth)+strings.Repeat("]", depth)))
		rawDiffers(t, []byte(strings.Repeat(`{"":`, depth)+"1"+strings.Repeat("}", depth)))
	}
	docs := seeds(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range *differential / 4 {
		doc := docs[r.IntN(len(docs))]
		if r.IntN(8) > 0 {
			doc = mutate(r, doc)
		}
		if rawDiffers(t, doc); t.Failed() {
			return
		}
	}
}

func FuzzRawDoesWhatJsontextDoes(f *testing.F) {
	for _, doc := range seeds(f) {
		f.Add(doc)
	}
	f.Fuzz(rawDiffers)
}
