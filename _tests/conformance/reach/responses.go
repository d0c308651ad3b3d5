package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// isError reports whether a response is a problem.
func isError(status string) bool {
	return status == "default" || strings.HasPrefix(status, "4") || strings.HasPrefix(status, "5")
}

// isRedirect reports whether a response names another URI in Location (RFC 9110 §15.4).
func isRedirect(status string) bool { return strings.HasPrefix(status, "3") && status != "304" }

// without returns the response without a header.
func (r *response) without(header string) *response {
	r = &response{content: r.content, headers: maps.Clone(r.headers)}
	delete(r.headers, header)
	return r
}

// successes declares the responses that are no problems, and returns the body of the first.
func (c *converter) successes(o *shape, p *plan) *dynamic.Body {
	var first *dynamic.Body
	for _, status := range sortedKeys(o.responses) {
		if isError(status) {
			continue
		}
		code, err := strconv.Atoi(status)
		if err != nil {
			o.miss("response: the range " + status)
			continue
		}
		r := o.responses[status]
		o.reasons = append(o.reasons, r.content.reasons...)
		bodies := c.bodies(o, r.content)
		if len(bodies) == 0 {
			bodies = []*dynamic.Body{dynamic.NoContent()}
			if isRedirect(status) {
				bodies[0] = dynamic.Redirect(code)
				r = r.without("location") // which the library declares
			}
		}
		if first == nil {
			first, bodies = bodies[0], bodies[1:]
			p.status = code
			p.headers = c.headers(o, r)
		} else if !sameHeaders(r, o.responses[strconv.Itoa(p.status)]) {
			own := c.headers(o, r)
			for _, b := range bodies {
				p.responses = append(p.responses, b.Headed(code, own...))
			}
			continue
		}
		for _, b := range bodies {
			p.responses = append(p.responses, b.Response(code))
		}
	}
	if first == nil {
		o.miss("response: no success")
		return dynamic.NoContent()
	}
	return first
}

func (c *converter) headers(o *shape, r *response) (all []prop.Prop) {
	for _, name := range sortedKeys(r.headers) {
		if q := c.parameter(o, r.headers[name]); q != nil {
			all = append(all, q)
		}
	}
	return all
}

func sameHeaders(a, b *response) bool {
	var cmp comparison
	cmp.seen = map[pair]bool{}
	cmp.parameters(a.headers, b.headers, "header", false)
	return len(cmp.classes) == 0
}

var ranges = map[string]*render.Problem{"default": render.AnyError, "4XX": render.AnyClientError, "5XX": render.AnyServerError}

// problems declares the responses that are problems.
func (c *converter) problems(o *shape, p *plan) {
	formats, failing := map[string]*render.Format{}, map[string]*render.Problem{}
	for _, status := range sortedKeys(o.responses) {
		if !isError(status) {
			continue
		}
		r := o.responses[status]
		f := c.format(o, r)
		if f == nil {
			continue
		}
		formats[status] = f
		problem := ranges[status]
		if problem == nil {
			code, err := strconv.Atoi(status)
			if err != nil {
				o.miss("problem: status " + status)
				continue
			}
			problem = render.NewProblem(code, "status_"+status, "The status is "+status+".")
		}
		if h := c.headers(o, r); len(h) > 0 {
			problem = problem.ResponseHeader(h...)
		}
		failing[status] = problem
	}
	// The library's own problems have the format of the most general response.
	general := ""
	first := []string{"default", "4XX", "400", "422", "500"}
	if a, b := o.responses["400"], o.responses["422"]; a != nil && b != nil && len(a.content.media) > len(b.content.media) {
		first[2], first[3] = "422", "400" // whose problems have no media type that those of 400 lack
	}
	for _, status := range append(first, sortedKeys(formats)...) {
		if f := formats[status]; f != nil {
			if p.format = f; status == "400" && formats["422"] == nil {
				p.format = f.Status(422, 400)
			}
			general = status
			break
		}
	}
	for _, status := range sortedKeys(failing) {
		problem := failing[status]
		if formats[status] != formats[general] {
			if code, err := strconv.Atoi(status); err == nil { // the library's own problems too
				p.format = p.format.StatusFormat(formats[status], code)
			} else {
				problem = problem.FormattedAs(formats[status])
			}
		}
		p.fails = append(p.fails, problem)
	}
}

// format returns the format of problems with the content of a response.
func (c *converter) format(o *shape, r *response) *render.Format {
	names := sortedKeys(r.content.media)
	if len(names) == 0 {
		return c.nothing
	}
	all := make([]*render.Format, len(names))
	for i, name := range names {
		if all[i] = c.formatOf(o, r, name); all[i] == nil {
			return nil
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	key := ""
	for i := range names {
		key += fmt.Sprintf("%s %p ", names[i], all[i])
	}
	if c.several[key] == nil {
		c.several[key] = all[0].Or(all[1:]...)
	}
	return c.several[key]
}

// formatOf returns the format of problems with one media type.
func (c *converter) formatOf(o *shape, r *response, name string) *render.Format {
	s := r.content.media[name]
	if s == nil { // any content: of the codec's type, or JSON
		s = c.anything
	}
	b := c.body(s)
	if b == nil {
		return nil
	}
	text, ok := sample(s)
	if !ok {
		o.miss("(program) no sample of a problem")
		return nil
	}
	key := formatKey{s, name}
	if f := c.formats[key]; f != nil {
		return f
	}
	f, err := b.Format(text)
	if err != nil {
		o.miss("problem: " + class(err.Error()))
		return nil
	}
	switch k := codecs([]string{name})[0]; {
	case k.Encode != nil:
		f = f.Codec(k)
	case name != "application/json":
		f = f.MediaType(name)
	}
	c.formats[key] = f
	return f
}

// formatKey identifies the format of a schema with a media type.
type formatKey struct {
	schema *schema
	media  string
}

// compareResponses compares the responses that are problems, or the others. Problems and
// headers of problems that only the library documents are no difference: it sends them.
func (c *comparison) responses(want, got *shape, errors bool) {
	for _, status := range union(want.responses, got.responses) {
		if isError(status) != errors {
			continue
		}
		a, b := want.responses[status], got.responses[status]
		what := "response"
		if errors {
			what = "problem"
		}
		switch {
		case a == nil && errors:
			continue
		case a == nil || b == nil:
			c.differ("difference: a " + what + " is missing")
			continue
		}
		if isRedirect(status) {
			a, b = a.without("location"), b.without("location")
		}
		c.parameters(a.headers, b.headers, "header of a "+what, errors)
		c.contents(a.content, b.content, what)
	}
}

func (c *comparison) contents(a, b *content, what string) {
	if x, y := sortedKeys(a.media), sortedKeys(b.media); !slices.Equal(x, y) {
		c.differ("difference: media types of a " + what)
		return
	}
	for name, s := range a.media {
		if !maps.Equal(a.styles[name], b.styles[name]) {
			c.differ("difference: styles of a form")
		}
		t := b.media[name]
		if s == nil && t == nil || s == nil && t.unconstrained() || t == nil && s.unconstrained() {
			continue
		}
		c.schemas(s, t)
	}
}
