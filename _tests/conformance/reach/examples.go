package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// fate is what became of an example.
type fate int

const (
	skipped   fate = iota // not tried
	invalid               // the original schema rejects it
	misformed             // the original schema rejects its formats alone
	rejected              // the tree does, although the original schema does not
	altered               // the tree accepts it, and writes another value
	kept                  // the tree accepts it, and writes the same
)

// outcome is the fate of an example, with a reason for every one but kept.
type outcome struct {
	example
	fate   fate
	reason string
}

// tryExamples gives the examples of an operation to its tree, if it could be declared.
func tryExamples(d *document, op operation, v verdict) (all []outcome) {
	examples := d.examplesOf(op)
	if len(examples) == 0 {
		return nil
	}
	var t *trial
	if v.declared {
		var err error
		if t, err = newTrial(d, op, v.whole); err == nil {
			t.prepare(examples)
			defer func() { _ = t.app.Close() }()
		}
	}
	for _, e := range examples {
		o := outcome{example: e}
		switch {
		case t == nil:
			o.reason = "the operation is not declared"
		case e.kind == ofProblem && !v.whole, e.kind == ofHeader && isError(e.status) && !v.whole:
			o.reason = "the problems of the operation are not declared"
		default:
			o.fate, o.reason = t.try(&e)
		}
		all = append(all, o)
	}
	return all
}

// try validates an example with the original schema, and then with the tree.
func (t *trial) try(e *example) (fate, string) {
	switch {
	case e.hidden != "":
		return skipped, e.hidden
	case e.schema == nil:
		return skipped, "no schema"
	}
	request := e.kind == ofRequest || e.kind == ofParameter
	violation, malformed := t.document.originals(request, true).validate(e.schema, e.value)
	switch {
	case malformed != nil:
		return skipped, "the original schema is malformed: " + class(malformed.Error())
	case violation != nil:
		if other, malformed := t.document.originals(request, false).validate(e.schema, e.value); other == nil && malformed == nil {
			return misformed, keywordOf(violation)
		}
		return invalid, keywordOf(violation)
	}
	switch e.kind {
	case ofRequest, ofParameter:
		return t.tryRequest(e)
	case ofHeader:
		why, err := t.header(e)
		switch {
		case why != "":
			return skipped, why
		case err != nil:
			return rejected, violationsOf(err)
		}
		return kept, ""
	}
	if !isJSON(e.media) {
		if _, ok := e.value.(string); ok && opaque(e.media) {
			return kept, "" // bytes that nobody reads
		}
		return t.tryText(e)
	}
	try := t.response(e)
	if try == nil {
		return skipped, "(program) no probe of a response"
	}
	return t.rewrite(e, try, true)
}

// tryText reads an example of a response in text as a client does.
func (t *trial) tryText(e *example) (fate, string) {
	r := t.shape.responses[e.status]
	s := r.content.media[e.media]
	if _, ok := e.value.(string); !ok || e.media != "text/plain" || s == nil || s.built == nil || s.built.property == nil {
		return skipped, "an example of " + e.media + " cannot be written"
	}
	if err := s.built.property.Check(written(e.value)); err != nil {
		return rejected, violationsOf(err)
	}
	return kept, ""
}

// tryRequest sends an example in a request.
func (t *trial) tryRequest(e *example) (fate, string) {
	if t.missing != "" && (e.kind == ofParameter || !strings.Contains(t.missing, "body")) {
		return skipped, t.missing
	}
	try := t.inputOrBody(e)
	called, status, why := t.request(e)
	switch {
	case why != "":
		return skipped, why
	case !called:
		if try != nil {
			if _, err := try([]byte(written(e.value)), false); err != nil {
				return rejected, violationsOf(err)
			}
		}
		return rejected, fmt.Sprintf("(program) status %d, although the value is valid", status)
	case try == nil:
		return kept, ""
	}
	fate, why := t.rewrite(e, try, false)
	if fate == rejected && (e.kind == ofParameter || !isJSON(e.media)) {
		return kept, "" // a text may be the same for several values
	}
	return fate, why
}

// inputOrBody returns the probe of what an example is of; nil if it is not JSON.
func (t *trial) inputOrBody(e *example) probe.Try {
	if e.kind == ofParameter {
		for _, p := range t.probes {
			if p.Input != nil && strings.EqualFold(p.Input.Prop.Name, e.on.name) && string(p.Input.In) == e.on.in {
				return p.Try
			}
		}
		return nil
	}
	for _, b := range append([]*tree.Body{t.operation.Body}, t.operation.Body.Others...) {
		if slices.Contains(b.MediaTypes(), e.media) {
			return t.bodyProbe(b)
		}
	}
	return nil
}

// rewrite reads an example with the codec of the tree, writes it again, and compares.
func (t *trial) rewrite(e *example, try probe.Try, client bool) (fate, string) {
	again, err := try([]byte(written(e.value)), client)
	if err != nil {
		return rejected, violationsOf(err)
	}
	got, err := parseJSON(again)
	if err != nil {
		return altered, "what is written is no JSON"
	}
	w := rewriting{t.document, !client}
	if why := w.lost(w.expand(e.schema, 0), e.value, got); why != "" {
		return altered, why
	}
	return kept, ""
}

// violationsOf returns the class of the first violation.
func violationsOf(err error) string {
	vs, ok := errors.AsType[prop.Violations](err)
	if !ok || len(vs) == 0 {
		return class(err.Error())
	}
	first := vs[0]
	if first.Code == "no_case" && len(vs) > 1 {
		first = vs[1]
		first.Code = "no_case, " + first.Code
	}
	return first.Code + ": " + class(first.Detail)
}

// keywordOf returns the keyword that a value violates.
func keywordOf(err error) string {
	lines := strings.Split(err.Error(), "\n")
	last := lines[len(lines)-1]
	if i := strings.Index(last, "': "); i >= 0 {
		last = last[i+3:]
	}
	return class(last)
}
