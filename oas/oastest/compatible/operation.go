package compatible

import (
	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"regexp"
	"slices"
	"strings"
)

// compare compares a document with a later one of the same version.
func compare(old, now map[string]any) ([]*finding, error) {
	c := newComparison(old, now)
	c.operations()
	err := c.rest()
	return c.found, err
}

// operations compares paths, webhooks and their operations.
func (c *comparison) operations() {
	c.items(node.Object(c.old["paths"]), node.Object(c.now["paths"]), forward)
	c.items(webhooks(c.old), webhooks(c.now), backward)
}

// way has the directions of the parts of an operation: clients call the server or, with
// webhooks and callbacks, the server calls its clients.
type way struct{ asked, answered, refused direction }

var (
	forward  = way{request, answer, refusal}
	backward = way{event, reply, reply}
)

var braced = regexp.MustCompile(`\{[^}]*\}`)

// items compares paths or events. The names of path parameters do not matter.
func (c *comparison) items(old, now map[string]any, w way) {
	later := map[string]string{}
	for _, path := range node.Sorted(now) {
		if old[path] == nil {
			later[braced.ReplaceAllString(path, "{}")] = path
		}
	}
	kept := map[string]bool{}
	for _, path := range node.Sorted(old) {
		to, found := later[braced.ReplaceAllString(path, "{}")]
		if now[path] != nil {
			to, found = path, true
		}
		was, is := node.Object(old[path]), node.Object(now[to])
		kept[to] = found
		for _, method := range methodsOf(was) {
			c.operation = strings.ToUpper(method) + " " + path
			if is[method] == nil {
				c.differ(nowhere, "the operation", "it is gone")
				continue
			}
			c.one(path, to, shared(was, method), shared(is, method), w)
		}
		for _, method := range methodsOf(is) {
			if was[method] == nil {
				c.added(method, to)
			}
		}
	}
	for _, path := range node.Sorted(now) {
		if !kept[path] {
			for _, method := range methodsOf(node.Object(now[path])) {
				c.added(method, path)
			}
		}
	}
}

func (c *comparison) added(method, path string) {
	c.operation = strings.ToUpper(method) + " " + path
	c.loosen(nowhere, "the operation", "it is new")
}

// methodsOf returns the methods of a path, sorted.
func methodsOf(item map[string]any) []string {
	return slices.DeleteFunc(node.Sorted(item), func(name string) bool {
		return node.Object(item[name]) == nil || !slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query", "x-query"}, name)
	})
}

// shared returns an operation with the parts that its path declares for all operations.
func shared(item map[string]any, method string) map[string]any {
	op := map[string]any{}
	for name, v := range node.Object(item[method]) {
		op[name] = v
	}
	if of := node.List(item["parameters"]); len(of) > 0 {
		op["parameters"] = append(slices.Clone(of), node.List(op["parameters"])...)
	}
	return op
}

// one compares an operation.
func (c *comparison) one(path, to string, old, now map[string]any, w way) {
	c.parameters(path, to, node.List(old["parameters"]), node.List(now["parameters"]), w)
	c.body(old["requestBody"], now["requestBody"], w)
	c.responses(node.Object(old["responses"]), node.Object(now["responses"]), w)
	if w != forward {
		c.named(old["operationId"], now["operationId"])
		return
	}
	c.security(old, now)
	c.needs(node.List(old["x-access"]), node.List(now["x-access"]))
	c.rates(node.Object(old["x-rate-limits"]), node.Object(now["x-rate-limits"]))
	c.listing(node.Object(old["x-list"]), node.Object(now["x-list"]))
	c.callbacks(node.Object(old["callbacks"]), node.Object(now["callbacks"]))
}

// parameters compares the inputs except the body. Path parameters are identified by their
// position.
func (c *comparison) parameters(path, to string, old, now []any, w way) {
	was, is := byName(c.old, path, old), byName(c.now, to, now)
	for _, name := range node.Sorted(was, is) {
		before, after := node.Object(was[name]), node.Object(is[name])
		switch change := presence(was, is, name); {
		case change == gone:
			c.differ(w.asked, name, "it is gone")
		case change == fresh && after["required"] == true:
			c.narrow(w.asked, name, "it is new and required")
		case change == fresh:
			c.loosen(w.asked, name, "it is new")
		default:
			c.parameter(name, before, after, w)
		}
	}
}

func byName(doc map[string]any, path string, parameters []any) map[string]any {
	places := braced.FindAllString(path, -1)
	out := map[string]any{}
	for _, v := range parameters {
		p := node.Object(follow(doc, v))
		name, in := node.Text(p["name"]), node.Text(p["in"])
		switch in {
		case "path":
			if i := slices.Index(places, "{"+name+"}"); i >= 0 {
				name = places[i]
				if i < len(ordinals) {
					name = ordinals[i]
				}
			}
		case "header":
			name = strings.ToLower(name)
		}
		out[in+" parameter "+name] = p
	}
	return out
}

// ordinals are names for path parameters, because clients do not send their declared names.
var ordinals = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}

func (c *comparison) parameter(where string, old, now map[string]any, w way) {
	switch was, is := old["required"] == true, now["required"] == true; {
	case is && !was:
		c.narrow(w.asked, where, "it is required now")
	case was && !is:
		c.widen(w.asked, where, "it may be absent now")
	case !is:
		c.absence(w.asked, where, old["schema"], now["schema"])
	}
	for _, keyword := range []string{"style", "explode", "allowReserved"} {
		if was, is := writing(old, keyword), writing(now, keyword); was != is {
			c.differ(w.asked, where, keyword+" is "+is+", was "+was)
		}
	}
	c.visibility(w.asked, where, node.List(old["x-visible-to"]), node.List(now["x-visible-to"]))
	c.schema(w.asked, where, old["schema"], now["schema"])
	c.content(where, old["content"], now["content"], w.asked)
}

// writing returns the serialization of a parameter, with its default (OpenAPI 3.0.4 §4.7.12).
func writing(p map[string]any, keyword string) string {
	if v, ok := p[keyword]; ok {
		return show(v)
	}
	form := p["in"] == "query" || p["in"] == "cookie"
	if style, ok := p["style"].(string); ok {
		form = style == "form"
	}
	switch {
	case keyword == "style" && form:
		return `"form"`
	case keyword == "style":
		return `"simple"`
	case keyword == "explode" && form:
		return "true"
	}
	return "false"
}

func (c *comparison) body(was, is any, w way) {
	const where = "the request body"
	old, now := node.Object(follow(c.old, was)), node.Object(follow(c.now, is))
	switch {
	case old == nil && now == nil:
	case now == nil:
		c.differ(w.asked, where, "it is gone")
	case old == nil && now["required"] == true:
		c.narrow(w.asked, where, "it is new and required")
	case old == nil:
		c.loosen(w.asked, where, "it is new")
	default:
		switch was, is := old["required"] == true, now["required"] == true; {
		case is && !was:
			c.narrow(w.asked, where, "it is required now")
		case was && !is:
			c.widen(w.asked, where, "it may be absent now")
		}
		c.content(where, old["content"], now["content"], w.asked)
	}
}

// content compares media types. A client may ignore a new one of a response, but not one of an
// event.
func (c *comparison) content(where string, old, now any, d direction) {
	for _, mediaType := range node.Sorted(node.Object(old), node.Object(now)) {
		was, is := node.Object(node.Object(old)[mediaType]), node.Object(node.Object(now)[mediaType])
		at := where + " as " + mediaType
		switch change := presence(node.Object(old), node.Object(now), mediaType); {
		case change == gone && d == event:
			c.loosen(d, at, "it is gone")
		case change == gone:
			c.differ(d, at, "it is gone")
		case change == fresh && d == event:
			c.differ(d, at, "it is new")
		case change == fresh:
			c.loosen(d, at, "it is new")
		default:
			c.branch(d, where, orAny(was["schema"]), orAny(is["schema"]))
			for _, keyword := range []string{"itemSchema", "x-itemSchema"} {
				if was[keyword] != nil || is[keyword] != nil {
					c.branch(d, at+", item", orAny(was[keyword]), orAny(is[keyword]))
				}
			}
			if !node.Same(was["x-end"], is["x-end"]) {
				c.differ(d, at, "the event that ends it is another")
			}
			if !node.Same(was["encoding"], is["encoding"]) {
				c.differ(d, at, "its parts are written in another way")
			}
		}
	}
}

func orAny(schema any) any {
	if schema == nil {
		return map[string]any{}
	}
	return schema
}

// responses compares responses by status. A new status is a problem, or a success that clients
// must request. Servers of events must not remove a status: the API would not understand the
// response.
func (c *comparison) responses(old, now map[string]any, w way) {
	for _, status := range node.Sorted(old, now) {
		was, is := node.Object(follow(c.old, old[status])), node.Object(follow(c.now, now[status]))
		d, where := w.answered, "the response "+status
		success := strings.HasPrefix(status, "2") || strings.HasPrefix(status, "3")
		if !success {
			d = w.refused
		}
		switch change := presence(old, now, status); {
		case change == fresh:
			c.loosen(d, where, "it is new")
		case change == gone && (success || d == reply):
			c.differ(d, where, "it is gone")
		case change == gone:
			c.loosen(d, where, "it is gone")
		default:
			c.content(where, was["content"], is["content"], d)
			c.headers(where, node.Object(was["headers"]), node.Object(is["headers"]), d)
		}
	}
}

func (c *comparison) headers(where string, old, now map[string]any, d direction) {
	for _, name := range node.Sorted(old, now) {
		was, is := node.Object(follow(c.old, old[name])), node.Object(follow(c.now, now[name]))
		at := where + ", header " + name
		before, after := was["required"] == true, is["required"] == true
		switch change := presence(old, now, name); {
		case change == gone && (d == reply || advisory(name)):
			c.loosen(d, at, "it is gone")
		case change == gone:
			c.differ(d, at, "it is gone")
		case change == fresh && after:
			c.narrow(d, at, "it is new and required")
		case change == fresh:
			c.loosen(d, at, "it is new")
		default:
			switch {
			case before && !after:
				c.widen(d, at, "it may be absent now")
			case after && !before:
				c.narrow(d, at, "it is required now")
			}
			c.schema(d, at, was["schema"], is["schema"])
		}
	}
}

// advisory reports whether clients work without a response header: caching is optional, and a
// route that becomes public loses it.
func advisory(name string) bool { return strings.EqualFold(name, "Cache-Control") }

// change is the change of something that has a name.
type change uint8

const (
	kept  change = iota // both have it
	gone                // only the old one
	fresh               // only the new one
)

// presence returns which of two objects have a member with a name.
func presence(old, now map[string]any, name string) change {
	_, had := old[name]
	_, has := now[name]
	switch {
	case !has:
		return gone
	case !had:
		return fresh
	}
	return kept
}
