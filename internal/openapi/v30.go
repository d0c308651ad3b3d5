package openapi

import "github.com/tenon-go/tenon/tree"

// v30 is OpenAPI 3.0.4; its schema object is that of §4.7.24.
type v30 struct{}

func (v30) kind(p *page, word string, nullable bool) {
	p.text("type", word)
	p.flag("nullable", nullable) // changes no other keyword: an enum lists null itself
}

// one writes an enum, because there is no const.
func (v30) one(p *page, text string) error {
	p.list("enum")
	p.line()
	err := p.raw(text)
	p.endList()
	return err
}

// null writes a type, because nullable adds null to one (§4.7.24.1).
func (d v30) null(p *page) {
	d.kind(p, "object", true)
	p.list("enum")
	p.line()
	p.b = append(p.b, "null"...)
	p.endList()
}

func (v30) bounds(p *page, least, most bound) {
	if least.set {
		p.literal("minimum", least.at.Text())
		p.flag("exclusiveMinimum", least.exclusive)
	}
	if most.set {
		p.literal("maximum", most.at.Text())
		p.flag("exclusiveMaximum", most.exclusive)
	}
}

// base64 writes the format of base64, unless the property has another one: there is no other
// keyword, and the pattern says it.
func (v30) base64(p *page, unnamed bool) {
	if unnamed {
		p.text("format", "byte")
	}
}

func (d v30) file(p *page, nullable bool) {
	d.kind(p, "string", nullable)
	p.text("format", "binary")
}

// examples writes the first, because only one is allowed.
func (v30) examples(p *page, values []string) error {
	p.key("example")
	return p.raw(values[0])
}

// reference wraps the reference if there are other keywords, because siblings of $ref are
// ignored (§4.7.23). allOf with nullable would not accept null.
func (d v30) reference(p *page, ref string, nullable bool, beside func() error) error {
	p.open('{')
	if err := beside(); err != nil {
		return err
	}
	switch {
	case nullable:
		p.list("anyOf")
		p.item()
		p.text("$ref", ref)
		p.end()
		p.item()
		d.null(p)
		p.end()
		p.endList()
	case p.fresh:
		p.text("$ref", ref)
	default:
		p.list("allOf")
		p.item()
		p.text("$ref", ref)
		p.end()
		p.endList()
	}
	p.end()
	return nil
}

func (v30) stream(w *writer, b *tree.Body) error { return w.textStream(b) }
