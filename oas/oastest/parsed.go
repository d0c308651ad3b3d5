package oastest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon/tree"
)

// compareParsed compares the verdicts on an input in a request and in JSON.
func (s *subject) compareParsed(t *tally, text []byte, inJSON error) {
	if s.probe.Parse == nil {
		return
	}
	texts, union, ok := s.texts(text)
	if !ok {
		return
	}
	switch err := s.probe.Parse(texts); {
	case err == nil && inJSON != nil && union: // the text of a string may be that of a number
	case err == nil && inJSON != nil:
		t.fail(s, text, "the server accepts it in a request, but not in JSON: %s", brief(inJSON, text))
	case err != nil && inJSON == nil:
		t.fail(s, text, "the server accepts it in JSON, but not in a request: %s", brief(err, text))
	}
}

// texts returns the texts of a value in a request; it is ok for a property of one text or
// of several. A query does not distinguish a space from an unescaped plus, which begins an
// order term. A union reports that the texts may be those of another value, too.
func (s *subject) texts(text []byte) (texts []string, union, ok bool) {
	of := s.site.Prop
	if t, list := of.Type.(tree.Array); list {
		of = t.Item
	}
	switch t := of.Type.(type) {
	case tree.Text:
	case tree.Alternatives:
		union = true
	case tree.Enum:
		if t.Of != "" {
			return nil, false, false
		}
	default:
		return nil, false, false
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, false, false
	}
	values, list := v.([]any)
	if !list {
		values = []any{v}
	}
	if _, want := s.site.Prop.Type.(tree.Array); list != want && !(union && of == s.site.Prop) {
		return nil, false, false
	}
	for _, v := range values {
		one, plain := v.(string)
		if !plain && union {
			switch v.(type) {
			case bool, fmt.Stringer: // a number
				one, plain = fmt.Sprint(v), true
			}
		}
		if !plain || strings.HasPrefix(one, " ") {
			return nil, false, false
		}
		texts = append(texts, one)
	}
	return texts, union, len(texts) > 0
}
