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

// madeExamples are examples of request bodies and parameters that declare none.
type madeExamples struct {
	bodies map[sampleKey][]made
	inputs map[*tree.Prop]string // "": no value was found
}

// made is an example that was made; its name is that of a case of a union.
type made struct{ name, summary, text string }

// makeExamples makes examples that the operations of an API accept.
func makeExamples(app probe.Opener) *madeExamples {
	bodies, inputs := map[sampleKey]probe.Try{}, map[*tree.Prop]probe.Try{}
	for _, probe := range probe.Of(app) {
		if probe.Body != nil {
			bodies[sampleKey{probe.Body.Prop, probe.Body.Mode}] = probe.Try
		} else {
			inputs[probe.Input.Prop] = probe.Try
		}
	}
	m := madeExamples{map[sampleKey][]made{}, map[*tree.Prop]string{}}
	for _, op := range probe.Tree(app).Operations {
		for b := range op.Body.Ways() {
			if key := (sampleKey{b.Prop, b.Mode}); len(m.bodies[key]) == 0 {
				m.bodies[key] = bodyExamples(b, bodies[key])
			}
		}
		for _, in := range op.AllInputs() {
			if _, done := m.inputs[in.Prop]; !done {
				m.inputs[in.Prop], _ = accepted(inputs[in.Prop], func(n int) ([]byte, bool) { return samples.Of(in.Prop, tree.Create, n) })
			}
		}
	}
	return &m
}

// bodyExamples makes examples of a request body.
func bodyExamples(b *tree.Body, try probe.Try) (all []made) {
	if b.Prop == nil || b.Format != tree.JSON && b.Format != tree.Form || try == nil && b.Format == tree.JSON {
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
	all := w.made.bodies[sampleKey{b.Prop, b.Mode}]
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
