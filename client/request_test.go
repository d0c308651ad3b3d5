package client_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/prop"
)

// awkward has texts that some part of a request cannot contain unencoded.
var awkward = []string{
	"a", "", " ", "a b", " a ", "/", "a/b", "//", ".", "..", "...", "%", "%2F", "%zz", "+", "a+b", "&", "a=b&c=d", "=", "?", "#",
	";", "a;b", ",", "a,b", ",,", `"`, `"a"`, `\`, "'", "<>", "{id}", "[a]", "é", "日本", "🎹", "\u202e", "~", "a\tb", "a\nb", "\r\n",
	"\x00", "\x7f", "-", "null", "true", "0", "*", ":", "@", "$", "!", "(", "|", "^", "`",
}

func awkwardText(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		b.WriteString(awkward[r.IntN(len(awkward))])
	}
	return b.String()
}

func awkwardList(r *rand.Rand) []string {
	list := make([]string, 1+r.IntN(3))
	for i := range list {
		list[i] = awkwardText(r)
	}
	return list
}

func awkwardInput(r *rand.Rand) everyInput {
	v := everyInput{
		Folder: awkwardText(r), Marks: awkwardList(r), Words: awkwardList(r), Exact: awkwardList(r),
		Days: []int{r.Int(), -r.Int(), math.MinInt}, Span: span{Low: r.Int(), Word: awkwardText(r)},
		Q: awkwardText(r), Trace: awkwardText(r), Flags: []bool{r.IntN(2) == 0, true}, Names: awkwardList(r),
		Token: awkwardText(r), Bits: awkwardList(r),
		Body: parcel{Text: awkwardText(r), Weight: r.NormFloat64(), Tags: awkwardList(r), Code: awkwardText(r)},
	}
	if r.IntN(2) == 0 {
		note, open := awkwardText(r), r.IntN(2) == 0
		v.Body.Note, v.Span.Open = &note, &open
	}
	return v
}

// TestHandlersReceiveWhatCallsSend is about every kind of input, and any
// text in it. What cannot be sent is refused, and never arrives as another value.
func TestHandlersReceiveWhatCallsSend(t *testing.T) {
	var d desk
	both(t, d.api(loose).MustBuild(), func(t *testing.T, c client.Client) {
		r := rand.New(rand.NewPCG(1, 2))
		call := loose.route()
		arrived, unsendable := 0, map[string]int{}
		for range 1000 {
			in := awkwardInput(r)
			before := d.seen
			out, err := call.Call(t.Context(), c, in.Body, loose.given(in)...)
			if vs, ok := errors.AsType[prop.Violations](err); ok {
				for _, v := range vs {
					if v.Code != "unsendable" {
						t.Fatalf("%s: %+v", v, in)
					}
					unsendable[v.In+" "+v.Parameter]++
				}
				in = sendable(in, vs)
				if d.seen != before {
					t.Fatalf("it was sent: %v", vs)
				}
				if out, err = call.Call(t.Context(), c, in.Body, loose.given(in)...); err != nil {
					t.Fatalf("%v\n%+v", err, in)
				}
			}
			if err != nil {
				t.Fatalf("%v\n%+v", err, in)
			}
			arrived++
			if diff := cmp.Diff(in, d.last()); diff != "" {
				t.Fatalf("the handler got something else:\n%s", diff)
			}
			want := in.Body
			want.ID, want.Code = 7, ""
			if diff := cmp.Diff(want, out); diff != "" {
				t.Fatalf("the call got something else:\n%s", diff)
			}
		}
		for place, n := range unsendable {
			if !strings.HasPrefix(place, "header ") && !strings.HasPrefix(place, "path ") || n > 900 {
				t.Errorf("%s is unsendable %d times", place, n)
			}
		}
		if arrived != 1000 || unsendable["header X-Trace"] == 0 || unsendable["path folder"] == 0 {
			t.Errorf("%d arrived, %v", arrived, unsendable)
		}
	})
}

// sendable puts something plain in the place of what cannot be sent.
func sendable(in everyInput, vs prop.Violations) everyInput {
	for _, v := range vs {
		switch v.Parameter {
		case "folder":
			in.Folder = "plain"
		case "marks":
			in.Marks = []string{"plain"}
		case "X-Trace":
			in.Trace = "plain"
		case "X-Names":
			in.Names = []string{"plain"}
		}
	}
	return in
}

// TestValuesThatCannotBeSentAreErrors names what would arrive as another value.
func TestValuesThatCannotBeSentAreErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(*everyInput)
		want   string // the violation; "" for none
	}{
		{"an empty segment", func(v *everyInput) { v.Folder = "" }, "path folder"},
		{"a dot", func(v *everyInput) { v.Folder = "." }, "path folder"},
		{"two dots", func(v *everyInput) { v.Folder = ".." }, "path folder"},
		{"three dots", func(v *everyInput) { v.Folder = "..." }, ""},
		{"dots and a slash", func(v *everyInput) { v.Folder = "../x" }, ""},
		{"a list of one empty segment", func(v *everyInput) { v.Marks = []string{""} }, "path marks"},
		{"a list of two empty texts", func(v *everyInput) { v.Marks = []string{"", ""} }, ""},
		{"no segment", func(v *everyInput) { v.Marks = nil }, "path marks"},
		{"no parameters", func(v *everyInput) { v.Words = []string{} }, "query words"},
		{"no items", func(v *everyInput) { v.Exact = nil }, "query exact"},
		{"one empty parameter", func(v *everyInput) { v.Words = []string{""} }, ""},
		{"one empty item", func(v *everyInput) { v.Exact = []string{""} }, ""},
		{"a line break in a header", func(v *everyInput) { v.Trace = "a\r\nX-Evil: 1" }, "header X-Trace"},
		{"a zero byte in a header", func(v *everyInput) { v.Trace = "\x00" }, "header X-Trace"},
		{"a space around a header", func(v *everyInput) { v.Trace = "a " }, "header X-Trace"},
		{"an empty header", func(v *everyInput) { v.Trace = "" }, ""},
		{"a comma in a header", func(v *everyInput) { v.Trace = "a,b" }, ""},
		{"a comma in an item of a header", func(v *everyInput) { v.Names = []string{"a,b"} }, "header X-Names"},
		{"a space around an item of a header", func(v *everyInput) { v.Names = []string{"a", " b"} }, "header X-Names"},
		{"no items of a header", func(v *everyInput) { v.Flags = nil }, "header X-Flags"},
		{"an empty cookie", func(v *everyInput) { v.Token = "" }, ""},
		{"no items of a cookie", func(v *everyInput) { v.Bits = nil }, "cookie bits"},
	}
	var d desk
	both(t, d.api(loose).MustBuild(), func(t *testing.T, c client.Client) {
		for _, tt := range tests {
			in := goodInput()
			tt.change(&in)
			_, err := loose.route().Call(t.Context(), c, in.Body, loose.given(in)...)
			got := ""
			if vs, ok := errors.AsType[prop.Violations](err); ok && len(vs) == 1 && vs[0].Code == "unsendable" {
				got = vs[0].In + " " + vs[0].Parameter
			} else if err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
			if err == nil && cmp.Diff(in, d.last()) != "" {
				t.Errorf("%s: the handler got %+v", tt.name, d.last())
			}
		}
	})
}

// TestInvalidCallsAreNotSent holds the violations before anything is sent
// against those of the server for the same values.
func TestInvalidCallsAreNotSent(t *testing.T) {
	var d desk
	app := d.api(strict).MustBuild()
	c := client.Local(app).Below("/v1")
	nowhere := client.New("http://192.0.2.1:1") // of RFC 5737: nobody is there
	texts := []string{"ab", "abcde", "a", "abcdef", "AB", "Ab", "x1", "日本語", "a b"}
	numbers := []int{3, 6, 9, 0, 12, 4, -3}
	r := rand.New(rand.NewPCG(3, 4))
	list := func() []string {
		out := make([]string, 1+r.IntN(3))
		for i := range out {
			out[i] = texts[r.IntN(len(texts))]
		}
		return out
	}
	text := func() string { return texts[r.IntN(len(texts))] }
	refused := 0
	for range 1000 {
		in := goodInput()
		for _, change := range []func(){
			func() { in.Folder = text() }, func() { in.Marks = list() }, func() { in.Words = list() },
			func() { in.Exact = list() }, func() { in.Days = []int{numbers[r.IntN(len(numbers))], 3} },
			func() { in.Span = span{Low: numbers[r.IntN(len(numbers))], Word: text()} }, func() { in.Q = text() },
			func() { in.Trace = text() }, func() { in.Names = list() }, func() { in.Token = text() },
			func() { in.Bits = list() }, func() { in.Body.Text = text() }, func() { in.Body.Weight = r.Float64() },
			func() { in.Body.Tags = list() }, func() { s := text(); in.Body.Note = &s },
		} {
			if r.IntN(3) == 0 {
				change()
			}
		}
		left, right := strict.given(in), loose.given(in)
		if r.IntN(4) == 0 { // something is missing
			i := r.IntN(len(left)-2) + 2
			left, right = append(left[:i:i], left[i+1:]...), append(right[:i:i], right[i+1:]...)
		}
		_, before := strict.route().Call(t.Context(), nowhere, in.Body, left...)
		_, after := loose.route().Call(t.Context(), c, in.Body, right...)
		mine, _ := errors.AsType[prop.Violations](before)
		failure, _ := errors.AsType[*client.ProblemError](after)
		if mine == nil || failure == nil {
			if mine != nil || after != nil {
				t.Fatalf("before: %v\nafter: %v", before, after)
			}
			continue
		}
		refused++
		if diff := cmp.Diff(failure.Violations, mine); diff != "" {
			t.Fatalf("%+v: the server (-) and the call (+) differ:\n%s", in, diff)
		}
	}
	if refused < 500 {
		t.Errorf("only %d were refused", refused)
	}
}
