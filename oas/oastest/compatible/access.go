package compatible

import (
	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"math/big"
	"slices"
	"strings"
)

// security compares the security requirements of an operation: a caller who satisfied the old
// ones must satisfy the new ones.
func (c *comparison) security(old, now map[string]any) {
	was, is := alternatives(c.old, old), alternatives(c.now, now)
	const where = "who may call"
	for _, a := range was {
		if !slices.ContainsFunc(is, func(b map[string]any) bool { return meets(a, b) }) {
			c.differ(nowhere, where, "not any more with "+credentials(a)+"; with "+credentials(is...))
		}
	}
	for _, b := range is {
		if !slices.ContainsFunc(was, func(a map[string]any) bool { return meets(b, a) }) {
			c.loosen(nowhere, where, "now also with "+credentials(b))
		}
	}
}

// alternatives returns the requirements of an operation; one must be satisfied. The default is
// that of the document, or none.
func alternatives(doc, op map[string]any) (out []map[string]any) {
	said, ok := op["security"]
	if !ok {
		said = doc["security"]
	}
	for _, v := range node.List(said) {
		out = append(out, node.Object(v))
	}
	if len(out) == 0 {
		return []map[string]any{{}}
	}
	return out
}

// meets reports whether credentials that satisfy one requirement also satisfy another.
func meets(a, b map[string]any) bool {
	for scheme, scopes := range b {
		has, ok := a[scheme]
		if !ok || len(without(node.List(scopes), node.List(has))) > 0 {
			return false
		}
	}
	return true
}

func credentials(all ...map[string]any) string {
	var texts []string
	for _, requirement := range all {
		var parts []string
		for _, scheme := range node.Sorted(requirement) {
			part := scheme
			if of := node.List(requirement[scheme]); len(of) > 0 {
				part += " (" + strings.ReplaceAll(scopes(of), " or ", ", ") + ")"
			}
			parts = append(parts, part)
		}
		texts = append(texts, name(strings.Join(parts, " and ")))
	}
	return strings.Join(texts, ", or ")
}

// needs compares the grants that an operation requires: one of every list in x-access.
func (c *comparison) needs(old, now []any) {
	for _, asked := range now {
		if !slices.ContainsFunc(old, func(before any) bool { return covers(asked, before) }) {
			c.differ(nowhere, "who may call", "now only with the "+grants(asked))
		}
	}
	for _, asked := range old {
		if !slices.ContainsFunc(now, func(after any) bool { return covers(asked, after) }) {
			c.loosen(nowhere, "who may call", "not any more only with the "+grants(asked))
		}
	}
}

// covers reports whether an identity with one of tight also has one of wide.
func covers(wide, tight any) bool { return len(without(node.List(tight), node.List(wide))) == 0 }

func grants(any any) string {
	var texts []string
	for _, grant := range node.List(any) {
		for _, kind := range node.Sorted(node.Object(grant)) {
			texts = append(texts, kind+" "+node.Text(node.Object(grant)[kind]))
		}
	}
	return strings.Join(texts, " or the ")
}

// rates compares the rate limits of an operation by name and partition key, which x-rate-limits
// has.
func (c *comparison) rates(old, now map[string]any) {
	was, is := ratesOf(old), ratesOf(now)
	for _, name := range inOrder(was, is) {
		before, had := was[name]
		after, has := is[name]
		where := "the rate limit " + name
		switch {
		case !has:
			c.loosen(nowhere, where, "it is gone")
		case !had:
			c.differ(nowhere, where, "it is new: "+after.text)
		case before.requests.Cmp(after.requests) == 0 && before.window.Cmp(after.window) == 0:
		case after.requests.Cmp(before.requests) < 0 || after.rate().Cmp(before.rate()) < 0:
			c.differ(nowhere, where, "it is "+after.text+", was "+before.text)
		default:
			c.loosen(nowhere, where, "it is "+after.text+", was "+before.text)
		}
	}
}

// rate is the number of requests in a number of seconds.
type rate struct {
	requests, window *big.Rat
	text             string
}

// ratesOf returns the rate limits that can be compared.
func ratesOf(all map[string]any) map[string]rate {
	out := map[string]rate{}
	for name, v := range all {
		l := node.Object(v)
		requests, _ := l["requests"].(node.Number)
		window, _ := l["window"].(node.Number)
		r := rate{requests.Rat(), window.Rat(), string(requests) + " in " + string(window) + " s"}
		if r.requests == nil || r.window == nil || r.window.Sign() <= 0 {
			continue
		}
		of := node.Text(l["per"])
		if what := node.Text(l["of"]); what != "" {
			of += " " + what
		}
		out[name+", per "+of] = r
	}
	return out
}

func inOrder(all ...map[string]rate) []string {
	names := map[string]any{}
	for _, of := range all {
		for name := range of {
			names[name] = nil
		}
	}
	return node.Sorted(names)
}

func (r rate) rate() *big.Rat { return new(big.Rat).Quo(r.requests, r.window) }
