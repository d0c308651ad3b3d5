package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// trial gives examples to the tree of an operation.
type trial struct {
	document  *document
	path      string
	shape     *shape
	converter *converter
	app       *tenon.App
	operation *tree.Operation
	probes    []probe.Probe
	given     map[string]any // values of required parameters, by place and name
	body      any            // a value of a required body; nil if there is none
	missing   string         // why there is no request without an example
}

// newTrial builds the tree of an operation, with its problems or without. It is nil if Build does not accept it.
func newTrial(d *document, op operation, problems bool) (t *trial, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	t = &trial{document: d, path: op.path, shape: d.shapeOf(op), converter: newConverter(), given: map[string]any{}}
	t.shape.walk(true, (*schema).settle)
	reset(t.shape)
	api, err := t.converter.api(t.shape, op, problems)
	if err != nil {
		return nil, err
	}
	if t.app, err = api.Build(); err != nil {
		return nil, err
	}
	for o, probe := range probe.Of(t.app) {
		t.operation = o
		t.probes = append(t.probes, probe)
	}
	t.operation = probe.Tree(t.app).Operations[0]
	return t, nil
}

// prepare finds values for what every request needs. The examples of parameters stand in for what cannot
// be made of a declaration.
func (t *trial) prepare(examples []example) {
	for _, in := range t.operation.Inputs {
		key := string(in.In) + " " + in.Prop.Name
		if in.In == tree.InHeader {
			key = string(in.In) + " " + strings.ToLower(in.Prop.Name)
		}
		if in.Prop.MayBeAbsent() || t.shape.parameters[key] == nil {
			continue
		}
		try := t.inputProbe(in.Prop.Name, in.In)
		v, ok := sampleWith(in.Prop, tree.Create, try)
		for _, e := range examples {
			if ok || e.kind != ofParameter || e.on.in+" "+e.on.name != key || e.hidden != "" {
				continue
			}
			_, err := try([]byte(written(e.value)), false)
			v, ok = e.value, err == nil
		}
		if !ok {
			t.missing = "(program) no sample of a required parameter"
			continue
		}
		t.given[key] = v
	}
	b := t.operation.Body
	if b == nil || b.Empty() || b.Optional {
		return
	}
	if b.Prop == nil {
		t.body = "bytes"
		return
	}
	try := t.bodyProbe(b)
	v, ok := sampleWith(b.Prop, b.Mode, try)
	for _, e := range examples {
		if ok || e.kind != ofRequest || e.hidden != "" || e.media != b.MediaTypes()[0] || try == nil {
			continue
		}
		_, err := try([]byte(written(e.value)), false)
		v, ok = e.value, err == nil
	}
	if !ok {
		t.missing = "(program) no sample of the body"
	}
	t.body = v
}

// sampleWith returns a value that a probe accepts.
func sampleWith(p *tree.Prop, m tree.Mode, try probe.Try) (any, bool) {
	const attempts = 12
	for attempt := range attempts {
		text, ok := samples.Of(p, m, attempt)
		if !ok {
			continue
		}
		if try != nil {
			if _, err := try(text, false); err != nil {
				continue
			}
		}
		v, err := parseJSON(text)
		return v, err == nil
	}
	return nil, false
}

func (t *trial) inputProbe(name string, in tree.In) probe.Try {
	for _, p := range t.probes {
		if p.Input != nil && p.Input.Prop.Name == name && p.Input.In == in {
			return p.Try
		}
	}
	return func([]byte, bool) ([]byte, error) { return nil, errors.New("(program) no probe of a parameter") }
}

// bodyProbe returns the probe of a body; nil if it is not JSON.
func (t *trial) bodyProbe(b *tree.Body) probe.Try {
	for _, p := range t.probes {
		if p.Input == nil && p.Problem == nil && p.Body == b {
			return p.Try
		}
	}
	return nil
}

// request sends a request with an example in place of a generated value. It reports whether the
// handler was called, and the status.
func (t *trial) request(e *example) (called bool, status int, why string) {
	m := &message{path: t.path, header: http.Header{}}
	for _, key := range sortedKeys(t.given) {
		p := t.shape.parameters[key]
		if e.kind == ofParameter && e.on.in == p.in && e.on.name == p.name {
			continue
		}
		if why := m.add(p, t.given[key]); why != "" {
			return false, 0, "(program) a generated parameter: " + why
		}
	}
	mediaType, body := "", t.body
	if t.body != nil {
		mediaType = t.operation.Body.MediaTypes()[0]
	}
	if e.kind == ofParameter {
		if why := m.add(t.shape.parameters[e.on.in+" "+e.on.name], e.value); why != "" {
			return false, 0, why
		}
	} else {
		mediaType, body = e.media, e.value
	}
	if mediaType != "" {
		m.header.Set("Content-Type", mediaType)
		if why := t.content(m, mediaType, body); why != "" {
			return false, 0, why
		}
	}
	target := m.path
	if len(m.query) > 0 {
		sign := "?"
		if strings.Contains(target, "?") {
			sign = "&"
		}
		target += sign + strings.Join(m.query, "&")
	}
	r, err := http.NewRequestWithContext(context.WithValue(context.Background(), dynamic.Called{}, &called),
		t.operation.Method, "http://reach.invalid/"+strings.TrimPrefix(target, "/"), strings.NewReader(m.body))
	if err != nil {
		return false, 0, "(program) " + class(err.Error())
	}
	if mediaType == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	r.RequestURI, r.Header = r.URL.RequestURI(), m.header
	if len(m.cookie) > 0 {
		r.Header.Set("Cookie", strings.Join(m.cookie, "; "))
	}
	w := httptest.NewRecorder()
	t.app.ServeHTTP(w, r)
	return called, w.Code, ""
}

// content writes a body.
func (t *trial) content(m *message, mediaType string, v any) (why string) {
	switch {
	case isJSON(mediaType):
		m.body = written(v)
	case mediaType == "application/x-www-form-urlencoded":
		m.body, why = formText(t.shape.body.media[mediaType], t.shape.body.styles[mediaType], v)
	default:
		one, ok := v.(string)
		if !ok || strings.HasPrefix(mediaType, "multipart/") || mediaType == "text/event-stream" {
			return "an example of " + mediaType + " cannot be written"
		}
		m.body = one
	}
	return why
}

// response returns the probe of the body of a response; nil if there is none.
func (t *trial) response(e *example) probe.Try {
	if e.kind == ofProblem {
		return t.problem(e)
	}
	for r := range t.operation.Responses() {
		if decimal(r.Status) != e.status || r.Body == nil {
			continue
		}
		for _, b := range append([]*tree.Body{r.Body}, r.Body.Others...) {
			if slices.Contains(b.MediaTypes(), e.media) {
				return t.bodyProbe(b)
			}
		}
	}
	return nil
}

func (t *trial) problem(e *example) probe.Try {
	for _, f := range t.operation.Fails {
		format := t.operation.FormatOf(f)
		status := format.Status(f.Status)
		switch {
		case f.Range != tree.NoRange && string(f.Range) != e.status:
			continue
		case f.Range == tree.NoRange && decimal(status) != e.status:
			continue
		}
		if f.Range == tree.NoRange {
			format = format.For(status)
		}
		for _, choice := range format.Alternatives() {
			if choice == nil || choice.MediaType != e.media {
				continue
			}
			for _, p := range t.probes {
				if p.Problem != nil && p.Problem.Alike(choice) {
					return p.Try
				}
			}
		}
	}
	return nil
}

// header reads an example of a response header as a client does. It returns why it cannot be
// written, or the violations.
func (t *trial) header(e *example) (why string, err error) {
	r := t.shape.responses[e.status]
	if r == nil || r.headers[e.on.name] == nil {
		return "the header is not declared", nil
	}
	p := r.headers[e.on.name]
	q := t.converter.parameter(t.shape, p)
	if q == nil {
		return "the header is not declared", nil
	}
	slot := property.SlotOf(q, codec.NewCompiler(tree.View))
	if p.media != "" {
		var d codec.Decoder
		_, _ = slot.Try(&d, []byte(written(e.value)))
		return "", media.Outcome(&d)
	}
	texts, why := scalars(e.value)
	if why != "" {
		return why, nil
	}
	var report codec.Report
	switch a := slot.At(slot.Cell()); slot.Shape() {
	case codec.Single:
		slot.Parser()(&report, strings.Join(texts, ","), a)
	case codec.Several:
		slot.ParseList(&report, texts, a)
	default:
		return "(program) a header that is neither text nor a list", nil
	}
	if vs := codec.Gather[prop.Violations](&report); vs != nil {
		return "", vs
	}
	return "", nil
}
