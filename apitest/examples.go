package apitest

import (
	"math/rand/v2"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
)

// Examples sends the named examples of request bodies ([collection.Body.Example]): the documentation
// promises that they work. Each must be a success:
//
//	func TestExamples(t *testing.T) {
//		apitest.Examples(t, app, apitest.As("ann", apitest.Bearer(token)))
//	}
//
// If a body of the success has an example of the same name, the response must have its members with
// its values, except for what is read-only, computed or [Volatile]. An operation on an entity gets one that the
// test has created. Examples that need more than that, such as an entity in a certain state, are left
// out with [Except].
func Examples(t testing.TB, app *tenon.App, opts ...Option) {
	t.Helper()
	s := newSuite(app, settingsOf(opts))
	n := 0
	for _, o := range s.operations {
		if o.Hidden || o.Body.Empty() || o.Body.Prop == nil || o.Body.Format != tree.JSON {
			continue
		}
		for _, e := range o.Body.Examples {
			text, err := o.Body.Prop.Write(e.Sample, o.Body.Mode)
			if err != nil {
				t.Errorf("%s: example %q: %v", o.name(), e.Name, err)
				continue
			}
			l := &checker{world: s.newWorld(s.seed + uint64(n)), rng: rand.New(rand.NewPCG(s.seed, uint64(n)))}
			l.example(o, e.Name, text)
			l.end()
			n++
			for _, f := range l.found {
				t.Errorf("%s", f)
			}
		}
	}
	if n == 0 {
		t.Error("no operation has an example of its request body; add some with Example")
	}
	t.Logf("%d examples; seed %d", n, s.seed)
}

// example sends an example of a request body.
func (l *checker) example(o *operation, name string, body []byte) {
	const law = "examples are accepted"
	x, b := l.sendExample(o, body)
	switch {
	case x == nil:
		l.found = append(l.found, failure{broken: breaks(law, "%s: no entity could be created for example %q", o.name(), name), seed: l.seed})
		return
	case b == nil && (x.status < 200 || x.status > 299):
		b = breaks(law, "%s responds to example %q with %d", o.name(), name, x.status)
	case b == nil:
		b = l.compareExample(x, name)
	}
	l.report(b, x)
}

// sendExample sends a body as a new entity, so that it is deleted afterwards, or to one. The exchange
// is nil if there is none.
func (l *checker) sendExample(o *operation, body []byte) (*exchange, *broken) {
	for _, r := range l.resources {
		if r.create == o {
			n := len(l.trace)
			_, b := l.create(r, 0, body, "")
			if len(l.trace) == n {
				return nil, b
			}
			return l.trace[len(l.trace)-1], b
		}
	}
	target, ok := l.pathOf(o)
	if !ok {
		return nil, nil
	}
	var header []string
	if o.Idempotency != nil {
		header = append(header, tree.IdempotencyKey, l.newKey())
	}
	if o.Conditional() && o.RequirePrecondition {
		header = append(header, tree.IfMatch, "*")
	}
	return l.send(o, 0, target, body, header...)
}

// compareExample compares a response with its example of a name, if there is one.
func (l *checker) compareExample(x *exchange, name string) *broken {
	a, ok := x.op.success(x.status)
	if !ok || a.Body.Empty() || a.Body.Prop == nil || a.Body.Format != tree.JSON {
		return nil
	}
	for _, e := range a.Body.Examples {
		if e.Name != name {
			continue
		}
		text, err := a.Body.Prop.Write(e.Sample, a.Body.Mode)
		want, valid := parse(text)
		got, is := x.op.content(x.got)
		if err != nil || !valid || !is {
			return breaks("responses are as their examples", "%s responds to example %q without content like its example", x.op.name(), name)
		}
		if at := l.differs(a.Body.Prop, a.Body.Mode, want, got, written); at != "" {
			return breaks("responses are as their examples", "%s, example %q: %s", x.op.name(), name, at)
		}
	}
	return nil
}
