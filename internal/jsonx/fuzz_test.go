package jsonx_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tenon-go/tenon/internal/jsonx"
)

func FuzzReaderAgreesWithTheOracles(f *testing.F) {
	for _, c := range parsingCases(f) {
		f.Add(c.Base64)
	}
	f.Add([]byte(product))
	f.Add([]byte(`{"":"","0":"","`)) // one member too many, and truncated
	f.Add([]byte(`{"a":1,"b":2,"b":3}`))
	unlimited := jsonx.Limits{Depth: 9_999, Members: math.MaxInt}
	var pooled jsonx.Reader
	f.Fuzz(func(t *testing.T, doc []byte) {
		before := string(doc)
		want := jsontext.Value(doc).IsValid()
		if want && !json.Valid(doc) {
			t.Fatalf("the oracles disagree on %q", doc)
		}
		var first error
		for _, name := range []string{"Skip", "Raw", "walk"} {
			pooled.Reset(doc, unlimited)
			readings[name](&pooled)
			err := pooled.End()
			if (err == nil) != want {
				t.Fatalf("%q by %s: %v, want it accepted: %v", doc, name, err, want)
			}
			if name == "Skip" {
				first = err
			} else if err != nil && *err.(*jsonx.Fault) != *first.(*jsonx.Fault) {
				t.Errorf("%q: %v by Skip, %v by %s", doc, first, err, name)
			}
			if err == nil && len(strings.TrimSpace(string(doc[pooled.Offset():]))) != 0 {
				t.Errorf("%q by %s: %d bytes consumed", doc, name, pooled.Offset())
			}
		}
		if want {
			pooled.Reset(doc, unlimited)
			got := walk(&pooled)
			decoder := json.NewDecoder(strings.NewReader(before))
			decoder.UseNumber()
			if oracle := walkTokens(t, decoder); got != oracle {
				t.Errorf("%q reads as %s, want %s", doc, got, oracle)
			}
			pooled.Reset(doc, unlimited)
			if raw := pooled.Raw(); raw != strings.Trim(before, " \t\r\n") {
				t.Errorf("%q: Raw gives %q", doc, raw)
			}
		}
		pooled.Reset(doc, jsonx.Limits{Depth: 2, Members: 2})
		pooled.Skip()
		strict := pooled.End()
		pooled.Reset(doc, jsonx.Limits{Depth: 2, Members: 2})
		walk(&pooled)
		if err := pooled.End(); (err == nil) != (strict == nil) || err != nil && *err.(*jsonx.Fault) != *strict.(*jsonx.Fault) {
			t.Errorf("%q with limits: %v by Skip, %v by walk", doc, strict, err)
		}
		if string(doc) != before {
			t.Errorf("%q was changed to %q", before, doc)
		}
	})
}

// walkTokens is walk with the standard library.
func walkTokens(t *testing.T, decoder *json.Decoder) string {
	token, err := decoder.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch token := token.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(token)
	case string:
		return strconv.Quote(token)
	case json.Number:
		return "#" + token.String()
	case json.Delim:
		var b strings.Builder
		b.WriteRune(rune(token))
		for decoder.More() {
			if token == '{' {
				b.WriteString(walkTokens(t, decoder) + ":")
			}
			b.WriteString(walkTokens(t, decoder) + ",")
		}
		decoder.Token()
		return b.String() + string(rune(token)+2) // '{' and '}', '[' and ']' lie two apart
	}
	t.Fatalf("unknown token %v", token)
	return ""
}
