package verify

import (
	"strings"

	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/tree"
)

// expression is a part of a URL that comes from the request or the response of an operation
// (OpenAPI 3.1.1 §4.8.20.4).
type expression struct {
	Text    string // as declared
	Answer  bool   // of the response, not of the request
	In      string // header, query, path or body; "" for $url, $method and $statusCode
	Name    string // of a header, query or path parameter
	Pointer string // into the body
}

// expressions returns the expressions of the URL of a callback: the whole URL, or those in
// braces. mistake is the fault of the URL, or "".
func expressions(url string) (all []expression, mistake string) {
	if strings.HasPrefix(url, "$") {
		x, ok := parseExpression(url)
		if !ok {
			return nil, notExpression(url)
		}
		return []expression{x}, ""
	}
	var plain strings.Builder // the URL with a placeholder for each
	rest := url
	for {
		before, after, found := strings.Cut(rest, "{")
		if strings.Contains(before, "}") {
			return nil, "a } has no {"
		}
		plain.WriteString(before)
		if !found {
			break
		}
		text, after, closed := strings.Cut(after, "}")
		if !closed {
			return nil, "a { has no }"
		}
		x, ok := parseExpression(text)
		if !ok {
			return nil, notExpression(text)
		}
		all, rest = append(all, x), after
		plain.WriteByte('x')
	}
	switch {
	case len(all) == 0:
		return nil, "it has no expression such as {$request.body#/url}"
	case !format.URIReference(plain.String()):
		return nil, tree.CheckLink(plain.String())
	}
	return all, ""
}

func notExpression(text string) string {
	return text + " is not an expression such as $request.body#/url"
}

func parseExpression(text string) (x expression, ok bool) {
	x.Text = text
	switch text {
	case "$url", "$method", "$statusCode":
		return x, true
	}
	rest, request := strings.CutPrefix(text, "$request.")
	if !request {
		if rest, x.Answer = strings.CutPrefix(text, "$response."); !x.Answer {
			return x, false
		}
	}
	if pointer, body := strings.CutPrefix(rest, "body"); body {
		x.In = "body"
		if pointer == "" {
			return x, true
		}
		x.Pointer, ok = strings.CutPrefix(pointer, "#")
		return x, ok && pointerText(x.Pointer)
	}
	x.In, x.Name, ok = strings.Cut(rest, ".")
	switch {
	case !ok || x.Name == "":
		return x, false
	case x.In == "header":
		return x, true
	}
	return x, !x.Answer && (x.In == "query" || x.In == "path")
}

// pointerText reports whether s is a JSON Pointer (RFC 6901 §3).
func pointerText(s string) bool {
	if s != "" && s[0] != '/' {
		return false
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}

// tokens returns the unescaped tokens of the pointer.
func (x expression) tokens() (all []string) {
	if x.Pointer == "" {
		return nil
	}
	for token := range strings.SplitSeq(x.Pointer[1:], "/") {
		all = append(all, strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
	}
	return all
}

// bodyLeads reports whether the body may have a value at a JSON Pointer with the tokens.
func bodyLeads(b *tree.Body, tokens []string) bool {
	return b.Prop != nil && leads(b.Prop, b.Mode, tokens)
}

func leads(p *tree.Prop, m tree.Mode, tokens []string) bool {
	if len(tokens) == 0 {
		return true
	}
	first, rest := tokens[0], tokens[1:]
	switch t := p.Type.(type) {
	case tree.Any:
		return true
	case tree.Array:
		return strings.Trim(first, "0123456789") == "" && leads(t.Item, m.Nested(), rest)
	case tree.Map:
		return leads(t.Value, m, rest)
	case tree.Alternatives:
		for _, p := range t.Of().Flat() {
			if leads(p, m, tokens) {
				return true
			}
		}
	case tree.Object:
		return membersLead(t.Of(), m, first, rest)
	}
	return false
}

func membersLead(c *tree.Collection, m tree.Mode, first string, rest []string) bool {
	for _, member := range c.Members {
		if member.Prop.Name == first {
			return member.Has(m) && leads(member.Prop, m, rest)
		}
	}
	return c.Rest != nil && leads(c.Rest, m, rest)
}
