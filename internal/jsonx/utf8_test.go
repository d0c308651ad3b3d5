package jsonx_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// corners are the bytes at the bounds of the ranges of RFC 3629 §4.
var corners = []byte{'a', '\x7f', 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff}

// TestUTF8 reads and writes all sequences of four corners, wherever they lie in a word, at the end of the
// text and before more of it.
func TestUTF8(t *testing.T) {
	var r jsonx.Reader
	buffer, doc := make([]byte, 0, 64), make([]byte, 0, 64)
	try := func(text string) {
		valid := utf8.ValidString(text)
		b, err := jsonx.AppendString(buffer, text)
		if (err == nil) != valid || valid && string(b[1:len(b)-1]) != text || !valid && len(b) > 0 {
			t.Fatalf("%q is written as %q, %v", text, b, err)
		}
		doc = append(append(append(doc[:0], '"'), text...), '"')
		r.Reset(doc, jsonx.Limits{})
		got, err := r.Text(), r.End()
		if valid {
			if got != text || err != nil {
				t.Fatalf("%q is read as %q, %v", text, got, err)
			}
			return
		}
		fault, ok := err.(*jsonx.Fault)
		if !ok || fault.Reason != jsonx.UTF8 || fault.Offset != 1+firstInvalid(text) {
			t.Fatalf("%q is read as %q, %v", text, got, err)
		}
	}
	for _, a := range corners {
		for _, b := range corners {
			for _, c := range corners {
				for _, d := range corners {
					four := string([]byte{a, b, c, d})
					for _, before := range []string{"", "a語", "🙂é"} {
						try(before + four)
						try(before + four + "語語語")
					}
				}
			}
		}
	}
}

func firstInvalid(text string) int {
	for i, c := range text {
		if c == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			return i
		}
	}
	return -1
}

// TestUTF8BetweenEscapes: quotes, backslashes and control characters end a part of a text in any
// place of a word.
func TestUTF8BetweenEscapes(t *testing.T) {
	for _, char := range []string{"a", "é", "語", "🙂"} {
		for n := range 20 {
			for _, escape := range []string{`\"`, `\\`, `\n`, `\u0001`} {
				doc := `"` + strings.Repeat(char, n) + escape + strings.Repeat(char, 20-n) + `"`
				text, ok := jsonx.Unquote([]byte(doc))
				if !ok {
					t.Fatalf("%s is not read", doc)
				}
				if b, err := jsonx.AppendString(nil, text); err != nil || string(b) != doc {
					t.Errorf("%s is written as %s, %v", doc, b, err)
				}
			}
			doc := []byte(`"` + strings.Repeat(char, n) + "\x01" + strings.Repeat(char, 20-n) + `"`)
			var r jsonx.Reader
			r.Reset(doc, jsonx.Limits{})
			r.Text()
			fault, ok := r.End().(*jsonx.Fault)
			if !ok || fault.Reason != jsonx.Syntax || fault.Offset != 1+n*len(char) {
				t.Errorf("%q: %v", doc, fault)
			}
		}
	}
}
