package openapi

// jsonSchema is the schema object of versions that use JSON Schema 2020-12.
type jsonSchema struct{}

func (jsonSchema) kind(p *page, word string, nullable bool) {
	if nullable {
		p.texts("type", []string{word, "null"})
		return
	}
	p.text("type", word)
}

func (jsonSchema) one(p *page, text string) error {
	p.key("const")
	return p.raw(text)
}

func (jsonSchema) null(p *page) { p.text("type", "null") }

func (jsonSchema) bounds(p *page, least, most bound) {
	write := func(b bound, inclusive, exclusive string) {
		switch {
		case b.exclusive:
			p.literal(exclusive, b.at.Text())
		case b.set:
			p.literal(inclusive, b.at.Text())
		}
	}
	write(least, "minimum", "exclusiveMinimum")
	write(most, "maximum", "exclusiveMaximum")
}

func (jsonSchema) base64(p *page, _ bool) { p.text("contentEncoding", "base64") }

// file writes no type: binary data is not JSON (3.1.1 §4.8.14.3).
func (jsonSchema) file(p *page, _ bool) { p.text("contentMediaType", "application/octet-stream") }

func (jsonSchema) examples(p *page, values []string) error {
	p.list("examples")
	for _, v := range values {
		p.line()
		if err := p.raw(v); err != nil {
			return err
		}
	}
	p.endList()
	return nil
}

func (jsonSchema) reference(p *page, ref string, nullable bool, beside func() error) error {
	p.open('{')
	err := referTo(p, ref, nullable, beside)
	p.end()
	return err
}

// referTo writes a reference to another schema, and the keywords next to it.
func referTo(p *page, ref string, nullable bool, beside func() error) error {
	if !nullable {
		p.text("$ref", ref)
	}
	if err := beside(); err != nil {
		return err
	}
	if nullable {
		p.list("anyOf")
		p.item()
		p.text("$ref", ref)
		p.end()
		p.item()
		p.text("type", "null")
		p.end()
		p.endList()
	}
	return nil
}
