package route

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
)

// input is a compiled input of a route.
type input struct {
	id       *ir.ID
	in       ir.In
	name     string // as documented
	key      string // canonical, for a header
	param    int    // index in the path, for a path parameter
	shape    codec.Shape
	csv      bool
	plain    bool // no item of the list holds a comma
	joined   bool // several lines of the header are one list
	required bool
	noNUL    bool // whatever the property says, the text has no U+0000
	slot     codec.Input
}

func newInput(n ir.Input, s codec.Input, path match.Template) input {
	return input{
		id:       n.Prop.ID,
		in:       n.In,
		name:     n.Prop.Name,
		key:      http.CanonicalHeaderKey(n.Prop.Name),
		param:    slices.Index(path.Params(), n.Prop.Name),
		shape:    s.Shape(),
		csv:      n.Style == ir.CSV,
		plain:    plainItems(n.Prop),
		joined:   n.In == ir.InHeader && listField(n.Prop.Name),
		required: !n.Prop.MayBeAbsent(),
		slot:     s,
	}
}

// plainItems reports whether no item of a list has a comma in its text.
func plainItems(p *ir.Prop) bool {
	list, ok := p.Type.(ir.Array)
	if !ok {
		return false
	}
	switch t := list.Item.Type.(type) {
	case ir.Integer, ir.Float, ir.Boolean:
		return true
	case ir.Enum:
		return !slices.ContainsFunc(t.Values, func(v string) bool { return strings.Contains(v, ",") })
	}
	return false
}

// raw is what a request says of an input, before it is parsed.
type raw struct {
	n     int    // how often it is given
	text  string // the first one, decoded
	texts []string
	pairs []codec.Pair
}

func (r *raw) clear() {
	if r.n == 0 {
		return
	}
	r.n, r.text = 0, ""
	clear(r.texts)
	clear(r.pairs)
	r.texts, r.pairs = r.texts[:0], r.pairs[:0]
}

// parse reads everything outside the content into the call's cells. It fails
// only where the request is malformed; broken rules are noted.
func (e *Endpoint) parse(c *Call) error {
	if query := c.r.URL.RawQuery; query != "" {
		if err := e.scanQuery(c, query); err != nil {
			return err
		}
	}
	for i := range e.inputs {
		in := &e.inputs[i]
		switch in.in {
		case ir.InPath:
			if err := e.scanPath(c, in, &c.raws[i]); err != nil {
				return err
			}
		case ir.InHeader:
			scanHeader(c, in, &c.raws[i])
		case ir.InCookie:
			if err := scanCookie(c, in, &c.raws[i]); err != nil {
				return err
			}
		}
		e.fill(c, i)
	}
	return nil
}

// fill parses one input, or fills what is absent.
func (e *Endpoint) fill(c *Call, i int) {
	in, raw := &e.inputs[i], &c.raws[i]
	rep := &c.decoder.Report
	mark := rep.Mark()
	c.given[i] = raw.n > 0
	switch {
	case raw.n == 0 && in.required:
		rep.Add(codec.Required)
	case raw.n == 0:
		in.slot.Fill(c.cells[i])
	case in.shape == codec.Single && raw.n > 1:
		rep.Add(codec.Repeated)
	case in.noNUL && raw.hasNUL():
		rep.Add(codec.NUL)
	case in.shape == codec.Single:
		in.slot.Parse(rep, raw.text, c.cells[i])
	case in.shape == codec.Several && in.csv && raw.n > 1:
		rep.Add(codec.Repeated)
	case in.shape == codec.Several:
		in.slot.ParseList(rep, raw.texts, c.cells[i])
	case in.shape == codec.Members:
		in.slot.ParsePairs(rep, raw.pairs, c.cells[i])
	}
	if rep.Since(mark) {
		rep.Parameter(mark, in.in, in.name)
	}
}

func (r *raw) hasNUL() bool {
	return strings.IndexByte(r.text, 0) >= 0 || slices.ContainsFunc(r.texts, func(s string) bool { return strings.IndexByte(s, 0) >= 0 })
}

// scanPath cuts a parameter out of the path. The segments are counted from the
// end, so that a prefix which another router left in front does not matter.
func (e *Endpoint) scanPath(c *Call, in *input, r *raw) error {
	if len(c.params) == 0 {
		c.path = match.Of(c.r.URL)
		c.params = e.path.Values(c.params, c.path)
	}
	if in.param >= len(c.params) {
		return nil
	}
	text := c.params[in.param]
	r.n = 1
	if in.shape == codec.Several {
		for part := range strings.SplitSeq(text, ",") {
			s, err := c.path.Decode(part)
			if err != nil {
				return malformed(ir.PathEncoding)
			}
			r.texts = append(r.texts, s)
		}
		return nil
	}
	s, err := c.path.Decode(text)
	if err != nil {
		return malformed(ir.PathEncoding)
	}
	r.text = s
	return nil
}

// scanHeader reads a header. Several lines are one list (RFC 9110 §5.3), and a
// mistake where a single value is declared, unless the field is a list by its own
// definition: then they are joined, as a proxy may do on the way.
func scanHeader(c *Call, in *input, r *raw) {
	lines := c.r.Header[in.key]
	if in.joined && len(lines) > 1 && in.shape != codec.Several {
		r.n, r.text = 1, trim(strings.Join(lines, ", "))
		return
	}
	r.header(in.shape, lines)
}

// listField reports whether a request header field is a list by its definition, so
// that clients may send it on several lines.
func listField(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Connection", "Content-Encoding",
		"Content-Language", "Expect", "If-Match", "If-None-Match", "Pragma", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Via", // RFC 9110, 9111
		"A-Im", "Baggage", "Client-Cert-Chain", "Forwarded", "Link", "Prefer", "Priority", "Signature",
		"Signature-Input", "Tracestate", "Warning", "Want-Content-Digest", "Want-Repr-Digest", "Content-Digest", "Repr-Digest",
		"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto":
		return true
	}
	return false
}

func (r *raw) header(shape codec.Shape, lines []string) {
	for _, line := range lines {
		r.n++
		if shape == codec.Several {
			for part := range strings.SplitSeq(line, ",") {
				r.texts = append(r.texts, trim(part))
			}
		} else if r.n == 1 {
			r.text = trim(line)
		}
	}
}

// trim removes optional white space (RFC 9110 §5.6.3).
func trim(s string) string { return strings.Trim(s, " \t") }

// scanCookie reads a cookie, whose value is percent-encoded as in a query.
func scanCookie(c *Call, in *input, r *raw) error {
	for _, cookie := range c.r.CookiesNamed(in.name) {
		r.n++
		if in.shape != codec.Several {
			if r.n == 1 {
				text, err := url.PathUnescape(cookie.Value)
				if err != nil {
					return malformed(ir.CookieEncoding)
				}
				r.text = text
			}
			continue
		}
		for part := range strings.SplitSeq(cookie.Value, ",") {
			text, err := url.PathUnescape(part)
			if err != nil {
				return malformed(ir.CookieEncoding)
			}
			r.texts = append(r.texts, text)
		}
	}
	return nil
}
