package oastest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"github.com/tenon-go/tenon/prop"
)

// maxReasons is the maximum number of reported reasons.
const maxReasons = 3

// brief returns the first reasons of a rejection with the parts of the value that they are
// about.
func brief(err error, text []byte) string {
	var lines []string
	add := func(reason string, place []string) {
		if len(lines) < maxReasons {
			lines = append(lines, reason+part(text, place))
		}
	}
	if e, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		for _, leaf := range leaves(e) {
			add(strings.TrimSpace(lastLine(leaf.Error())), leaf.InstanceLocation)
		}
	} else if violations, ok := errors.AsType[prop.Violations](err); ok {
		for _, v := range violations {
			add(v.String(), tokens(v.Pointer))
		}
	} else {
		lines = []string{err.Error()}
	}
	return "\n\t" + strings.Join(lines, "\n\t")
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

func leaves(e *jsonschema.ValidationError) (out []*jsonschema.ValidationError) {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	for _, c := range e.Causes {
		out = append(out, leaves(c)...)
	}
	return out
}

// part returns the value at a pointer in a text.
func part(text []byte, place []string) string {
	if len(place) == 0 {
		return ""
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" [%s is %s]", fragment(place), node.Shorten(fmt.Sprintf("%#v", look(doc, place))))
}
