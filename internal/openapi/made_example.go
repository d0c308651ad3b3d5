package openapi

import (
	"strings"

	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/tree"
)

// RequestExamples implements oas.RequestExamples.
func RequestExamples() Option { return Option{func(a *options) { a.makeExamples = true }} }

// attempts is how many values are tried for an example.
const attempts = 48

// exampleMaker makes examples of request bodies and parameters. It is nil without
// [RequestExamples].
type exampleMaker struct {
	bodies map[sampleKey]probe.Try
	inputs map[*tree.Prop]probe.Try
}

func newExampleMaker(app probe.Opener) *exampleMaker {
	m := exampleMaker{map[sampleKey]probe.Try{}, map[*tree.Prop]probe.Try{}}
	for _, probe := range probe.Of(app) {
		if probe.Body != nil {
			m.bodies[sampleKey{probe.Body.Prop, probe.Body.Mode}] = probe.Try
		} else {
			m.inputs[probe.Input.Prop] = probe.Try
		}
	}
	return &m
}

// made is an example that was made; its name is that of a case of a union.
type made struct{ name, summary, text string }

// body returns examples of a request body.
func (m *exampleMaker) body(b *tree.Body) (all []made) {
	if b.Prop == nil || b.Format != tree.JSON && b.Format != tree.Form {
		return nil
	}
	try := m.bodies[sampleKey{b.Prop, b.Mode}]
	if try == nil && b.Format == tree.JSON {
		return nil
	}
	union, is := b.Prop.Type.(tree.Alternatives)
	if !is || len(b.Prop.Examples) > 0 {
		if text, ok := accepted(try, func(n int) ([]byte, bool) { return samples.Of(b.Prop, b.Mode, n) }); ok {
			all = append(all, made{text: text})
		}
		return all
	}
	u := union.Of()
	for _, p := range u.Cases {
		text, ok := accepted(try, func(n int) ([]byte, bool) { return samples.Of(p, b.Mode, n) })
		if name := tree.CaseName(p); ok && name != "" {
			all = append(all, made{name, caseTitle(u, p), text})
		}
	}
	return all
}

// caseTitle returns the name of a case of a union for people.
func caseTitle(u *tree.Union, p *tree.Prop) string {
	t, is := p.Type.(tree.Object)
	if p.Title != "" || !is {
		return p.Title
	}
	c := t.Of()
	if c.Title != "" {
		return c.Title
	}
	if tags := u.TagsOf(p); len(tags) > 0 {
		return c.Name + " (" + u.Tag + ": " + strings.Join(tags, ", ") + ")"
	}
	return c.Name
}

// input returns an example of a parameter; "" if there is none.
func (m *exampleMaker) input(p *tree.Prop) string {
	text, _ := accepted(m.inputs[p], func(n int) ([]byte, bool) { return samples.Of(p, tree.Create, n) })
	return text
}

// accepted returns the first value that try accepts. Values of forms have no probe.
func accepted(try probe.Try, value func(attempt int) ([]byte, bool)) (string, bool) {
	for n := range attempts {
		text, ok := value(n)
		if !ok {
			continue
		}
		if try == nil {
			return string(text), true
		}
		if _, err := try(text, false); err == nil {
			return string(text), true
		}
	}
	return "", false
}

// madeExamples writes the examples of a request body that declares none.
func (w *writer) madeExamples(b *tree.Body) error {
	all := w.maker.body(b)
	if len(all) == 0 {
		return nil
	}
	if len(all) == 1 && all[0].name == "" {
		w.key("example")
		return w.raw(all[0].text)
	}
	w.object("examples")
	for _, x := range all {
		w.named(strings.ToLower(x.name[:1]) + x.name[1:])
		w.translated("summary", x.summary)
		w.key("value")
		if err := w.raw(x.text); err != nil {
			return err
		}
		w.end()
	}
	w.end()
	return nil
}
