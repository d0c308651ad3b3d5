package oastest

import (
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon/internal/pattern"
)

// expression compiles a pattern: one that only ECMA-262 has for an engine that tracks back.
func expression(expr string) (jsonschema.Regexp, error) {
	if re, err := pattern.Compile(expr); err == nil {
		return re, nil
	}
	re, err := regexp2.Compile(expr, regexp2.ECMAScript|regexp2.Unicode)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = time.Second
	return tracking{re}, nil
}

type tracking struct{ *regexp2.Regexp }

// MatchString implements [jsonschema.Regexp]. An expression that takes too long matches nothing.
func (t tracking) MatchString(s string) bool {
	matches, err := t.Regexp.MatchString(s)
	return err == nil && matches
}
