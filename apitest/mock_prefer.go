package apitest

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// preferences returns the preferences of a request (RFC 7240 §2). The first one with a name counts.
func preferences(h http.Header) map[string]string {
	all := map[string]string{}
	for _, line := range h.Values("Prefer") {
		for _, part := range unquotedSplit(line, ',') {
			name, text, _ := strings.Cut(unquotedSplit(part, ';')[0], "=") // without parameters
			name = strings.ToLower(strings.TrimSpace(name))
			if _, has := all[name]; name != "" && !has {
				all[name] = unquoted(strings.TrimSpace(text))
			}
		}
	}
	return all
}

// unquotedSplit splits s at a separator outside of quoted strings (RFC 9110 §5.6.4). A string without
// an end has the rest.
func unquotedSplit(s string, separator byte) (parts []string) {
	begin, inside := 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case inside && s[i] == '\\':
			i++
		case s[i] == '"':
			inside = !inside
		case s[i] == separator && !inside:
			parts, begin = append(parts, s[begin:i]), i+1
		}
	}
	return append(parts, s[begin:])
}

// unquoted returns the text of a token or a quoted string.
func unquoted(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	var b strings.Builder
	for i := 1; i < len(s)-1; i++ {
		if s[i] == '\\' && i+1 < len(s)-1 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// word returns a text as a token, or as a quoted string if it is none.
func word(s string) string {
	isToken := s != "" && strings.Trim(s, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	if isToken {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// prefer responds as a request prefers. It reports false if the request has no preference that
// the operation can fulfill.
func (h *mockHandler) prefer(c *endpoint.Call) (served bool, err error) {
	wanted := preferences(c.Exchange().R.Header)
	code, name := wanted["code"], wanted["example"]
	applied := func(what ...string) {
		c.Exchange().W.Header().Set("Preference-Applied", strings.Join(what, ", "))
	}
	success, own := &h.op.Success, (*endpoint.Other)(nil)
	if status, err := strconv.Atoi(code); err == nil && code == strconv.Itoa(status) { // no sign, no zeros
		if p := h.failure(status); p != nil {
			applied("code=" + code)
			return true, p
		}
		a, ok := h.op.success(status)
		if !ok {
			return false, nil
		}
		success, own = a, h.other(a)
	} else {
		code = ""
	}
	var what []string
	if code != "" {
		what = append(what, "code="+code)
	}
	if b := h.bodyOf(success); b != nil && slices.ContainsFunc(b.Examples, func(x tree.Example) bool { return x.Name == name }) {
		what = append(what, "example="+word(name))
	}
	if len(what) == 0 {
		return false, nil
	}
	applied(what...)
	c.SkipPreconditions()
	if err := h.setExample(c, success, own, name); err != nil {
		return true, err
	}
	return true, h.setHeaders(c, nil)
}

// failure returns a problem of the operation with a status, or nil.
func (h *mockHandler) failure(status int) error {
	if p := h.problem(status); p != nil {
		return p
	}
	for _, b := range h.op.BuiltinProblems() {
		if h.op.ProblemFormat.Status(b.Status) == status {
			return media.Problem(b)
		}
	}
	if f := h.op.RangeOf(status); f != nil {
		return occurrence(problem.Of(f).Edit(func(d *problem.Data) {
			d.Range, d.Status, d.Code, d.Title = tree.NoRange, status, "example", cmp.Or(problem.Phrase(status), "Example")
		}))
	}
	return nil
}

// other returns the response with a body of its own that is a success, or nil.
func (h *mockHandler) other(a *tree.Response) *endpoint.Other {
	for i, o := range h.declared.Options().Others {
		if a.Own && o.Index < len(h.op.Also) && &h.op.Also[o.Index] == a {
			return &h.declared.Options().Others[i]
		}
	}
	return nil
}

// bodyOf returns the body of a success; nil if it has none.
func (h *mockHandler) bodyOf(a *tree.Response) *tree.Body {
	if a.Body == nil && !a.Own {
		return h.op.Success.Body
	}
	return a.Body
}
