package oastest

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/values"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Equivalent tests that the API accepts the values that its documents describe, and sends
// no others:
//
//	func TestDocumentIsCorrect(t *testing.T) {
//		oastest.Equivalent(t, app)
//	}
//
// For each JSON body, each format of problems and each input of each operation, it generates values
// from the declaration, half of them with one violation. The server and an independent JSON Schema
// validator, on the schemas of every version of the document, must agree on each. A value
// that the server accepts is written and read again: both must accept the result, and
// writing it once more must not change it. An input that is made of texts must be accepted
// in a request if and only if it is accepted in JSON.
//
// Keywords cannot express everything. If the server rejects what a schema accepts, all
// violations must be of rules that the document lists in x-rules at that place, or of
// digits that a float64 cannot hold, or of undeclared members of a response, which a later version
// of the API may send.
//
// Values of custom formats and rules come from examples: a body without accepted
// values is a failure, too.
//
// Each run tries other values. A failure names its seed, and [Seed] reproduces it. At most
// ten failures are reported.
func Equivalent(t testing.TB, app *tenon.App, opts ...Option) {
	t.Helper()
	s := settingsOf(opts)
	subjects, err := subjectsOf(app, s.formats)
	if err != nil {
		t.Fatalf("the documents cannot be compared with the API: %v", err)
	}
	batches := split(subjects, s.values)
	var total tally
	of := map[*subject]*tally{}
	for i, part := range try(batches, s.seed) {
		if part.err != nil {
			t.Fatal(part.err)
		}
		total.add(part)
		this := batches[i].subject
		if of[this] == nil {
			of[this] = &tally{}
		}
		of[this].add(part)
	}
	for _, this := range subjects {
		if n := of[this].refused; n >= telling && of[this].accepted == 0 {
			t.Errorf("%s: all of %d values are rejected; give its properties examples; seed %d", this, n, s.seed)
		}
	}
	for i, f := range total.failures {
		if i == maxFailures {
			t.Errorf("and %d more disagreements", total.failed-maxFailures)
			break
		}
		t.Errorf("%s\nseed %d", f, s.seed)
	}
	t.Logf("%d values of %d bodies and inputs: %d accepted, %d rejected, %d of them by rules that no keyword says; seed %d",
		total.accepted+total.refused, len(subjects), total.accepted, total.refused, total.excused, s.seed)
}

const (
	maxFailures = 10
	// telling is the number of rejected values from which a body without accepted values is a
	// failure.
	telling = 100
)

// subject is a body or an input with its schema in each document.
type subject struct {
	op      *tree.Operation
	probe   probe.Probe
	status  int // of an answer; 0 for what clients send
	site    values.Site
	schemas []*schema
}

func subjectsOf(app *tenon.App, formats map[string]func(string) bool) ([]*subject, error) {
	var validators []*validator
	for _, v := range oas.Versions() {
		j, err := newValidator(app, v, formats)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(validators, func(e *validator) bool { return node.Same(e.components(), j.components()) }); i >= 0 {
			j.alike = validators[i]
		}
		validators = append(validators, j)
	}
	var out []*subject
	var errs []error
	sent := map[*tree.Operation]bool{} // operations whose request was found
	for op, p := range probe.Of(app) {
		if op.Hidden || p.Body != nil && (p.Body.Format == tree.Form || p.Body.Format == tree.Multipart) {
			continue // a form has no JSON
		}
		s := &subject{op: op, probe: p}
		if p.Input != nil {
			s.site = values.Site{Prop: p.Input.Prop, Mode: tree.Create, Nullable: p.Input.Prop.Nullable}
		} else {
			s.site = values.Site{Prop: p.Body.Prop, Mode: p.Body.SchemaMode(), Nullable: p.Body.Prop.Nullable}
			// A body may be that of the request and of the response; the request is first.
			switch {
			case p.Problem != nil:
				if validators[0].problemPlace(s) == nil {
					continue // other formats share its media type, or the API writes problems itself
				}
			case p.Body == op.Body && !sent[op]:
				sent[op] = true
			case p.Body != op.Body && op.Body.Has(p.Body): // of another media type
			case s.other():
			case op.Success.Body == nil: // the handler's value is not sent; see route.ResourceRoutes.NoContent
				continue
			default:
				s.status = op.Success.Status
			}
		}
		for _, j := range validators {
			compiled, err := j.schema(s, s.schemas)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s, %s: %w", s, j.version, err))
				continue
			}
			s.schemas = append(s.schemas, compiled)
		}
		out = append(out, s)
	}
	return out, errors.Join(errs...)
}

// other reports whether the subject is the body of a response of its own, and sets its status.
func (s *subject) other() bool {
	for _, a := range s.op.Also {
		if a.Own && a.Body == s.probe.Body {
			s.status = a.Status
			return true
		}
	}
	return false
}

// response reports whether the server sends the subject.
func (s *subject) response() bool { return s.status != 0 || s.probe.Problem != nil }

// String names the subject.
func (s *subject) String() string {
	at := s.op.Method + " " + s.op.Path
	switch {
	case s.probe.Input != nil:
		return fmt.Sprintf("%s, %s parameter %q", at, s.probe.Input.In, s.probe.Input.Prop.Name)
	case s.probe.Problem != nil:
		return at + ", problems as " + s.probe.Problem.MediaType
	case s.status != 0:
		return fmt.Sprintf("%s, response %d", at, s.status)
	}
	return at + ", request"
}

// batch is a number of values of one subject. It has its own stream of random numbers, so
// that batches run concurrently.
type batch struct {
	subject *subject
	values  int
	stream  uint64
}

// split distributes the values. A body gets more than a parameter.
func split(subjects []*subject, values int) (out []batch) {
	const ofBody, ofInput, most = 4, 1, 200
	weights := 0
	weight := func(s *subject) int {
		if s.probe.Input != nil {
			return ofInput
		}
		return ofBody
	}
	for _, s := range subjects {
		weights += weight(s)
	}
	for i, s := range subjects {
		share := max(1, values*weight(s)/weights)
		weights, values = weights-weight(s), max(0, values-share)
		for n := 0; share > 0; n++ {
			now := min(share, most)
			out = append(out, batch{s, now, uint64(i)<<32 | uint64(n)})
			share -= now
		}
	}
	return out
}

// tally is the result of a batch.
type tally struct {
	accepted, refused, excused int
	failures                   []string // the first of them
	failed                     int
	err                        error
}

func (t *tally) add(other tally) {
	t.accepted += other.accepted
	t.refused += other.refused
	t.excused += other.excused
	t.failures = append(t.failures, other.failures...)
	t.failed += other.failed
}

func (t *tally) fail(s *subject, text []byte, format string, args ...any) {
	if t.failed++; t.failed <= maxFailures+1 {
		t.failures = append(t.failures, fmt.Sprintf("%s\n%s\nvalue: %s", s, fmt.Sprintf(format, args...), node.Shorten(string(text))))
	}
}

func try(batches []batch, seed uint64) []tally {
	out := make([]tally, len(batches))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				out[i] = batches[i].try(seed)
			}
		})
	}
	for i := range batches {
		next <- i
	}
	close(next)
	group.Wait()
	return out
}

func (b batch) try(seed uint64) (t tally) {
	g := values.New(seed, b.stream)
	for range b.values {
		v := g.Value(b.subject.site)
		if g.One(2) {
			g.Spoil(v)
		}
		b.subject.compare(&t, v.Append(nil))
	}
	if g.Err() != nil {
		t.err = fmt.Errorf("%s: %w", b.subject, g.Err())
	}
	return t
}

// compare compares the results of server and document for a text.
func (s *subject) compare(t *tally, text []byte) {
	again, err := s.probe.Try(text, false)
	s.compareParsed(t, text, err)
	if err != nil {
		t.refused++
		s.compareRefused(t, text, err)
		return
	}
	t.accepted++
	verdict := verdicts(text)
	for _, schema := range s.schemas {
		against := verdict(schema)
		if against == nil || s.response() && severalCases(against) && string(again) != string(text) {
			continue // a client reads what matches several cases, but the server must not write it
		}
		t.fail(s, text, "the server accepts it, the document of OpenAPI %s does not: %s", schema.judge.version, brief(against, text))
		return
	}
	if string(again) != string(text) {
		s.compareWritten(t, text, again)
	}
}

// severalCases reports whether values that match several schemas of oneOf are all that is wrong.
func severalCases(err error) bool {
	e, ok := errors.AsType[*jsonschema.ValidationError](err)
	return ok && !slices.ContainsFunc(leaves(e), func(e *jsonschema.ValidationError) bool {
		several, ok := e.ErrorKind.(*kind.OneOf)
		return !ok || several.Subschemas == nil
	})
}

func (s *subject) compareRefused(t *tally, text []byte, err error) {
	if s.response() { // a later version of the API may send undeclared members
		_, err = s.probe.Try(text, true)
	}
	widened := false
	verdict := verdicts(text)
	for _, schema := range s.schemas {
		if verdict(schema) != nil {
			continue
		}
		if err != nil && !excused(schema, err) {
			t.fail(s, text, "the document of OpenAPI %s accepts it, the server does not: %s", schema.judge.version, brief(err, text))
			return
		}
		widened = true
	}
	if widened {
		t.excused++
	}
}

// compareWritten checks what the server writes after it has read a text. Members that it ignores may
// be all that distinguished the cases of a union: without them server and documents must both reject
// the value.
func (s *subject) compareWritten(t *tally, text, again []byte) {
	third, err := s.probe.Try(again, false)
	ambiguous := err != nil && onlyAmbiguous(err)
	verdict := verdicts(again)
	for _, schema := range s.schemas {
		switch against := verdict(schema); {
		case against == nil && ambiguous:
			t.fail(s, text, "the server writes %s, which the document of OpenAPI %s accepts, and the server does not: %s",
				node.Shorten(string(again)), schema.judge.version, brief(err, again))
			return
		case against != nil && !ambiguous:
			t.fail(s, text, "the server writes %s, which the document of OpenAPI %s does not accept: %s",
				node.Shorten(string(again)), schema.judge.version, brief(against, again))
			return
		}
	}
	switch {
	case ambiguous:
	case err != nil:
		t.fail(s, text, "the server writes %s, which it does not accept itself: %s", node.Shorten(string(again)), brief(err, again))
	case string(third) != string(again) && !sameJSON(third, again):
		t.fail(s, text, "the server writes %s, and having read that %s", node.Shorten(string(again)), node.Shorten(string(third)))
	}
}

// sameJSON reports whether two texts are the same value: the order of members may differ, because the
// tag of a union that a value lacks is written last.
func sameJSON(a, b []byte) bool {
	x, errX := jsonschema.UnmarshalJSON(bytes.NewReader(a))
	y, errY := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	return errX == nil && errY == nil && node.Same(x, y)
}

// onlyAmbiguous reports whether values that match several cases are all that is wrong.
func onlyAmbiguous(err error) bool {
	violations, ok := errors.AsType[prop.Violations](err)
	return ok && !slices.ContainsFunc(violations, func(v prop.Violation) bool { return v.Code != "several_cases" })
}

// excused reports whether the document lists every rule that a text violates.
func excused(s *schema, err error) bool {
	violations, ok := errors.AsType[prop.Violations](err)
	if !ok {
		return false
	}
	closest := false // if no case of a union matches, the errors of the closest one apply
	for _, v := range violations {
		if v.Code == "no_case" {
			closest = true
		} else if !s.widened(v) {
			return false
		}
	}
	return !closest || len(violations) > 1
}
