package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// verdict is what became of an operation.
type verdict struct {
	operation string
	declared  bool     // without its problems
	whole     bool     // with them
	reasons   []string // why it is not
}

// judge declares an operation, without and with its problems, and compares what the library
// writes with the original.
func judge(d *document, op operation, explain bool) (v verdict) {
	v.operation = op.method + " " + op.path
	defer func() {
		if p := recover(); p != nil {
			v.declared, v.whole = false, false
			v.reasons = append(v.reasons, "PANIC: "+class(fmt.Sprint(p)))
		}
		slices.Sort(v.reasons)
		v.reasons = slices.Compact(v.reasons)
	}()
	without := attempt(d, op, false, explain)
	v.declared = len(without) == 0
	with := attempt(d, op, true, explain)
	v.whole = len(with) == 0
	v.reasons = append(without, with...)
	return v
}

// attempt returns the reasons why an operation cannot be declared.
func attempt(d *document, op operation, errors, explain bool) []string {
	o := d.shapeOf(op)
	o.walk(true, (*schema).settle)
	c := newConverter()
	reset(o)
	app, fault := c.declare(o, op, errors)
	reasons := slices.Concat(o.reasons, reasonsOf(o, errors))
	if len(reasons) > 0 {
		return reasons
	}
	if fault != nil {
		return faults(fault, explain)
	}
	got, err := emit(app, op, d.old)
	if err != nil {
		return []string{"document: " + class(err.Error())}
	}
	got.walk(true, (*schema).settle)
	cmp := comparison{seen: map[pair]bool{}, explain: explain}
	if !errors {
		cmp.parameters(o.parameters, got.parameters, "parameter", false)
		cmp.bodies(o, got)
		cmp.responses(o, got, false)
	} else {
		cmp.responses(o, got, false)
		cmp.responses(o, got, true)
	}
	if o.deprecated != got.deprecated {
		cmp.differ("difference: deprecated operation")
	}
	return cmp.classes
}

func (c *comparison) bodies(a, b *shape) {
	switch {
	case (a.body == nil) != (b.body == nil):
		c.differ("difference: request body")
	case a.body == nil:
	case a.optional != b.optional:
		c.differ("difference: request body: required")
	default:
		c.contents(a.body, b.body, "request")
	}
}

// roots are the schemas of an operation.
func (o *shape) roots(errors bool) (all []*schema) {
	for _, p := range o.parameters {
		all = append(all, p.schema)
	}
	if o.body != nil {
		for _, s := range o.body.media {
			all = append(all, s)
		}
	}
	for status, r := range o.responses {
		if isError(status) && !errors {
			continue
		}
		for _, s := range r.content.media {
			all = append(all, s)
		}
		for _, h := range r.headers {
			all = append(all, h.schema)
		}
	}
	return all
}

// walk calls f with every schema of an operation, once.
func (o *shape) walk(errors bool, f func(*schema)) {
	seen := map[*schema]bool{}
	var visit func(s *schema)
	visit = func(s *schema) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		f(s)
		visit(s.items)
		visit(s.additional)
		for _, name := range sortedKeys(s.members) {
			visit(s.members[name])
		}
		for _, k := range slices.Concat(s.cases, s.overlapping) {
			visit(k)
		}
	}
	for _, s := range o.roots(errors) {
		visit(s)
	}
}

// reset forgets what another operation has made of the schemas, whose names are its own.
func reset(o *shape) { o.walk(true, func(s *schema) { s.built = nil }) }

func reasonsOf(o *shape, errors bool) (all []string) {
	o.walk(errors, func(s *schema) { all = append(all, s.reasons...) })
	return all
}

var (
	quoted   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'[^']*'`)
	position = regexp.MustCompile(`^\s*\S+\.go:\d+: `)
	opName   = regexp.MustCompile(`(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH) /\S*`)
	digits   = regexp.MustCompile(`\d+`)
)

// class removes from a message what is of one operation alone.
func class(message string) string {
	message = position.ReplaceAllString(message, "")
	message = opName.ReplaceAllString(message, "OPERATION")
	message = quoted.ReplaceAllString(message, "…")
	message = digits.ReplaceAllString(message, "N")
	if len(message) > 160 {
		message = strings.ToValidUTF8(message[:160], "")
	}
	return message
}

// faults are the classes of the faults of Build, or their texts.
func faults(err error, explain bool) (all []string) {
	kind := class
	if explain {
		kind = func(message string) string { return message }
	}
	for i, line := range strings.Split(err.Error(), "\n") {
		if i > 0 && strings.TrimSpace(line) != "" {
			all = append(all, "fault: "+kind(strings.TrimSpace(line)))
		}
	}
	if len(all) == 0 {
		all = append(all, "fault: "+kind(err.Error()))
	}
	return all
}
