package oastest

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// security compares what an operation asks of who calls it: a caller who met it
// must still.
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

// alternatives returns the requirements of an operation, of which one must be
// met. Where none is said the one of the document holds, and where that has none
// nothing is required.
func alternatives(doc, op map[string]any) (out []map[string]any) {
	said, ok := op["security"]
	if !ok {
		said = doc["security"]
	}
	for _, v := range list(said) {
		out = append(out, object(v))
	}
	if len(out) == 0 {
		return []map[string]any{{}}
	}
	return out
}

// meets reports whether who meets a requirement meets another as well.
func meets(a, b map[string]any) bool {
	for scheme, scopes := range b {
		has, ok := a[scheme]
		if !ok || len(without(list(scopes), list(has))) > 0 {
			return false
		}
	}
	return true
}

func credentials(all ...map[string]any) string {
	var texts []string
	for _, requirement := range all {
		var parts []string
		for _, scheme := range sorted(requirement) {
			part := scheme
			if of := list(requirement[scheme]); len(of) > 0 {
				part += " (" + strings.ReplaceAll(scopes(of), " or ", ", ") + ")"
			}
			parts = append(parts, part)
		}
		texts = append(texts, name(strings.Join(parts, " and ")))
	}
	return strings.Join(texts, ", or ")
}

// What requirements of OpenAPI have no words for stands in descriptions, as
// package oas writes them.
var (
	needLine  = regexp.MustCompile(`(?m)^Needs the .+\.$`)
	onlyLine  = regexp.MustCompile(`(?m)^Only with the .+\.$`)
	limitLine = regexp.MustCompile("(?m)^At most (\\d+) requests in (\\S+) for each (.+) \\(`([^`]+)`\\)\\.$")
	need      = regexp.MustCompile("(?:[a-z]+ )?`[^`]+`")
	quote     = regexp.MustCompile("`([^`]+)`")
)

// needs compares the scopes, permissions and rate limits of an operation.
func (c *comparison) needs(old, now string) {
	was, is := needLine.FindAllString(old, -1), needLine.FindAllString(now, -1)
	for _, line := range is {
		if !slices.ContainsFunc(was, func(before string) bool { return covers(line, before) }) {
			c.differ(nowhere, "who may call", "now: "+line)
		}
	}
	for _, line := range was {
		if !slices.ContainsFunc(is, func(after string) bool { return covers(line, after) }) {
			c.loosen(nowhere, "who may call", "not any more: "+line)
		}
	}
	c.limits(limitsOf(old), limitsOf(now))
}

// covers reports whether who has what one line asks for has what another does:
// whether that names nothing which the first does not.
func covers(wide, tight string) bool {
	all := need.FindAllString(wide, -1)
	for _, one := range need.FindAllString(tight, -1) {
		if !slices.Contains(all, one) {
			return false
		}
	}
	return true
}

// onlyWith returns the scopes of which a description says that one is needed.
func onlyWith(description string) (out []any) {
	for _, m := range quote.FindAllStringSubmatch(onlyLine.FindString(description), -1) {
		out = append(out, m[1])
	}
	return out
}

// rateLimit is how many requests are let through in how long.
type rateLimit struct {
	requests int64
	window   time.Duration
	text     string
}

// limitsOf returns the rate limits in a description, by their names and by what
// they count.
func limitsOf(description string) map[string]any {
	out := map[string]any{}
	for _, m := range limitLine.FindAllStringSubmatch(description, -1) {
		requests, err := strconv.ParseInt(m[1], 10, 64)
		window, bad := time.ParseDuration(m[2])
		if err == nil && bad == nil && window > 0 {
			out[m[4]+", for each "+m[3]] = rateLimit{requests, window, m[1] + " in " + m[2]}
		}
	}
	return out
}

func (c *comparison) limits(old, now map[string]any) {
	for _, name := range sorted(old, now) {
		was, had := old[name].(rateLimit)
		is, has := now[name].(rateLimit)
		where := "the rate limit " + name
		switch {
		case !has:
			c.loosen(nowhere, where, "it is gone")
		case !had:
			c.differ(nowhere, where, "it is new: "+is.text)
		case was.requests == is.requests && was.window == is.window:
		case is.requests < was.requests || is.rate().Cmp(was.rate()) < 0:
			c.differ(nowhere, where, "it is "+is.text+", was "+was.text)
		default:
			c.loosen(nowhere, where, "it is "+is.text+", was "+was.text)
		}
	}
}

func (l rateLimit) rate() *big.Rat { return big.NewRat(l.requests, int64(l.window)) }
