package compatible

import "github.com/tenon-go/tenon/oas/oastest/internal/node"

// members compares the members of an object.
func (c *comparison) members(d direction, where string, old, now map[string]any) {
	was, is := node.Object(old["properties"]), node.Object(now["properties"])
	for _, name := range node.Sorted(was, is) {
		at := where + "." + name
		before, had := was[name]
		after, has := is[name]
		needed, needs := node.Contains(node.List(old["required"]), name), node.Contains(node.List(now["required"]), name)
		switch {
		case !has:
			c.differ(d, at, "it is gone")
			continue
		case !had && needs:
			c.narrow(d, at, "it is new and required")
			continue
		case !had:
			c.loosen(d, at, "it is new")
			continue
		case needs && !needed:
			c.narrow(d, at, "it is required now")
		case needed && !needs:
			c.widen(d, at, "it may be absent now")
		case !needs:
			c.absence(d, at, before, after)
		}
		c.access(d, at, before, after)
		c.schema(d, at, before, after)
	}
	c.others(d, where, old["additionalProperties"], now["additionalProperties"])
}

// absence compares the defaults of optional members.
func (c *comparison) absence(d direction, where string, was, is any) {
	if !d.byClients() {
		return
	}
	before, had := c.said(c.old, was, "default")
	after, has := c.said(c.now, is, "default")
	switch {
	case had && has && !node.Same(before, after):
		c.differ(d, where, "its default is "+show(after)+", was "+show(before))
	case had && !has:
		c.differ(d, where, "it has no default, had "+show(before))
	case has && !had:
		c.differ(d, where, "its default is "+show(after)+", had none")
	}
}

// said returns the value of a keyword in a schema, or in the one that it refers to.
func (c *comparison) said(doc map[string]any, s any, keyword string) (any, bool) {
	own := plain(s)
	if v, ok := own[keyword]; ok {
		return v, true
	}
	if own["$ref"] == nil {
		return nil, false
	}
	v, ok := node.Object(follow(doc, own))[keyword]
	return v, ok
}

// access compares the callers that may send or see a member.
func (c *comparison) access(d direction, where string, was, is any) {
	for _, flag := range []struct {
		keyword  string
		breaks   bool
		on, gone string
	}{
		{"readOnly", d.byClients(), "it is not taken any more", "it is taken now"},
		{"writeOnly", d.read(), "it is not sent any more", "it is sent now"},
	} {
		before, _ := c.said(c.old, was, flag.keyword)
		after, _ := c.said(c.now, is, flag.keyword)
		switch {
		case after == true && before != true:
			c.note(flag.breaks, difference{where, flag.on, d})
		case before == true && after != true:
			c.loosen(d, where, flag.gone)
		}
	}
	before, _ := c.said(c.old, was, "x-visible-to")
	after, _ := c.said(c.now, is, "x-visible-to")
	c.visibility(d, where, node.List(before), node.List(after))
}

// visibility compares scopes; a caller needs one of them. No scopes stand for everybody.
func (c *comparison) visibility(d direction, where string, was, is []any) {
	switch what := "it is for " + scopes(is) + ", was for " + scopes(was); {
	case len(is) > 0 && (len(was) == 0 || len(without(was, is)) > 0):
		c.differ(d, where, what)
	case len(was) > 0 && (len(is) == 0 || len(without(is, was)) > 0):
		c.loosen(d, where, what)
	}
}

func scopes(all []any) string { return either(all, "everybody") }

// names compares the schemas of the names of members. Without one, a name is any string.
func (c *comparison) names(d direction, where string, was, is any) {
	if was == nil && is == nil {
		return
	}
	text := map[string]any{"type": "string"}
	if was == nil {
		was = text
	}
	if is == nil {
		is = text
	}
	c.schema(d, where+", names of members", was, is)
}

// others compares the schemas of undeclared members.
func (c *comparison) others(d direction, where string, was, is any) {
	open := func(v any) bool { return v == nil || v == true }
	switch {
	case node.Object(was) != nil && node.Object(is) != nil:
		c.schema(d, where+".*", was, is)
	case open(was) && !open(is), node.Object(was) != nil && is == false:
		c.narrow(d, where, "it takes fewer other members")
	case node.Object(was) != nil:
		c.widen(d, where, "it may have any other members now")
	case was == false && is != false && d.byClients(): // clients ignore other members of responses
		c.loosen(d, where, "it may have other members now")
	}
}
