package main

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// parameter is a parameter or a header of a response.
type parameter struct {
	in, name   string
	required   bool
	deprecated bool
	style      string
	explode    bool
	reserved   bool
	media      string // of content in place of a schema
	schema     *schema
}

// parameterOf reads a parameter; it returns nil for headers that OpenAPI ignores.
func (d *document) parameterOf(o object) *parameter {
	if o == nil {
		return nil
	}
	p := &parameter{in: text(o["in"]), name: text(o["name"]), required: isTrue(o["required"]), deprecated: isTrue(o["deprecated"]),
		reserved: isTrue(o["allowReserved"])}
	if p.in == "header" && slices.Contains([]string{"accept", "content-type", "authorization"}, strings.ToLower(p.name)) {
		return nil
	}
	if p.in == "header" {
		p.name = strings.ToLower(p.name)
	}
	d.describeValue(p, o, true)
	return p
}

func (d *document) headerOf(name string, o object) *parameter {
	p := &parameter{in: "header", name: strings.ToLower(name), required: isTrue(o["required"]), deprecated: isTrue(o["deprecated"])}
	d.describeValue(p, o, false)
	return p
}

func (d *document) describeValue(p *parameter, o object, request bool) {
	p.style = text(o["style"])
	if p.style == "" {
		p.style = map[string]string{"query": "form", "cookie": "form"}[p.in]
		if p.style == "" {
			p.style = "simple"
		}
	}
	p.explode = p.style == "form"
	if v, ok := o["explode"].(bool); ok {
		p.explode = v
	}
	if all, ok := o["content"].(object); ok {
		for name, m := range all {
			p.media = name
			raw, _ := m.(object)
			p.schema = d.schemaOf(raw["schema"], "parameter", request)
		}
		return
	}
	p.schema = d.schemaOf(o["schema"], "parameter", request)
	if p.schema.null && p.schema.types != anyKind { // which no text is
		plain := *p.schema
		plain.null, p.schema = false, &plain
	}
	if t := p.schema.valueKinds(); t&(arrayKind|objectKind) == 0 {
		// Style and explode of a single value say nothing.
		p.explode = p.style == "form"
	}
}

// compareParameters compares two sets of parameters or headers. Extra headers are allowed
// where the library documents its own.
func (c *comparison) parameters(want, got map[string]*parameter, what string, extra bool) {
	for _, key := range union(want, got) {
		a, b := want[key], got[key]
		switch {
		case a == nil && extra:
		case a == nil || b == nil:
			c.differ("difference: " + what + " is missing")
		default:
			if a.required != b.required || a.deprecated != b.deprecated && !(b.deprecated && a.schema.deprecated) || a.style != b.style || a.explode != b.explode ||
				a.reserved != b.reserved || a.media != b.media {
				c.differ("difference: " + what + ": required, deprecated or style")
			}
			if a.schema.fallback != b.schema.fallback && !(a.schema.requestSchema && a.required) {
				c.differ("difference: default in " + side[a.schema.requestSchema])
			}
			c.schemas(a.schema, b.schema)
		}
	}
}

// parameters declares the parameters of a place.
func (c *converter) parameters(o *shape, in string) (all []prop.Prop) {
	for _, key := range sortedKeys(o.parameters) {
		p := o.parameters[key]
		if p.in != in {
			continue
		}
		if q := c.parameter(o, p); q != nil {
			all = append(all, q)
		}
	}
	return all
}

func (c *converter) parameter(o *shape, p *parameter) prop.Prop {
	if p.media != "" && p.media != "application/json" {
		o.miss("parameter: content " + p.media)
		return nil
	}
	q := flags(p.schema, c.property(p.schema, p.name), p.required)
	if p.deprecated && !p.schema.deprecated {
		q = q.Deprecated()
	}
	if p.media != "" {
		return route.AsJSON(q.Prop)
	}
	if p.reserved {
		return route.AllowReserved(c.styled(o, p, q.Prop))
	}
	return c.styled(o, p, q.Prop)
}

// styled adds the style of a parameter.
func (c *converter) styled(o *shape, p *parameter, q prop.Prop) prop.Prop {
	composite := p.schema.valueKinds()&(arrayKind|objectKind) != 0 && (p.schema.types != anyKind || p.schema.isUnion())
	list := p.schema.types == arrayKind
	switch {
	case !composite, p.in == "query" && p.style == "form" && p.explode && p.schema.isUnion() && p.schema.valueKinds()&objectKind == 0:
		return q
	case p.in == "query" && p.style == "form" && !p.explode && list:
		return route.CSV(q)
	case p.in == "query" && p.style == "spaceDelimited" && !p.explode && list:
		return route.SpaceDelimited(q)
	case p.in == "query" && p.style == "pipeDelimited" && !p.explode && list:
		return route.PipeDelimited(q)
	case p.in == "query" && p.style == "form" && p.explode && p.schema.isObject():
		return route.Exploded(q)
	case p.in == "query" && p.style == "deepObject":
		return route.DeepObject(q)
	case p.in == "query" && p.style == "form" && p.explode && list,
		p.in != "query" && p.style == "simple" && !p.explode:
		return q
	}
	o.miss("parameter: " + p.in + " " + p.schema.typeNames() + " with style " + p.style + explodes[p.explode])
	return q
}

var explodes = map[bool]string{true: ", explode", false: ""}
