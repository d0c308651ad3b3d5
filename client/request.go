package route

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// requestBuilder calls one operation of a server, whichever has it.
type requestBuilder struct {
	op     *ir.Operation
	fault  error // of the declaration
	path   match.Template
	inputs []input
	sends  []header
	layout *codec.Layout // of the headers of a response
	accept string
}

// newCaller compiles what calls an operation. The server that has it is perhaps
// built elsewhere, so that the declaration is checked here too.
func newCaller(o *Operation) *requestBuilder {
	c := &requestBuilder{op: o.Node}
	c.layout = &codec.Layout{Missing: func() string { return "sent by " + c.String() }}
	if c.fault = callFault(o); c.fault != nil {
		return c
	}
	if o.Node.Path != "" { // of a group alone, which the client knows
		if c.path, c.fault = match.Parse(o.Node.Path); c.fault != nil {
			c.fault = errors.New("tenon: the path of " + c.String() + " " + c.fault.Error())
			return c
		}
	}
	compiler := codec.NewCompiler(ir.Create)
	for i, p := range o.inputs {
		c.inputs = append(c.inputs, newInput(o.Node.Inputs[i], property.SlotOf(p, compiler), c.path))
	}
	for _, name := range c.path.Params() {
		if !slices.ContainsFunc(c.inputs, func(in input) bool { return in.in == ir.InPath && in.name == name }) {
			c.fault = errors.New("tenon: {" + name + "} of " + c.String() + " has no property")
		}
	}
	for _, p := range o.sends {
		n := property.NodeOf(p)
		c.sends = append(c.sends, header{http.CanonicalHeaderKey(n.Name), property.SlotOf(p, compiler), !n.MayBeAbsent()})
		c.layout.Inputs = append(c.layout.Inputs, n.ID)
	}
	c.accept = strings.Join(append(o.Node.Offers(), render.ContentType), ", ")
	return c
}

// String is the operation as it was declared, for errors.
func (c *requestBuilder) String() string { return c.op.Method + " " + c.op.Path }

// callFault tells what is wrong with a declaration, so that it cannot be called.
func callFault(o *Operation) error {
	var v verify.Checker
	for _, p := range o.inputs {
		v.Prop(property.NodeOf(p))
	}
	for _, p := range o.sends {
		v.Prop(property.NodeOf(p))
	}
	for _, b := range []*ir.Body{o.Node.Body, o.Node.Success.Body} {
		if b != nil && b.Prop != nil {
			v.Prop(b.Prop)
		}
	}
	faults := append(slices.Clip(o.Node.Faults), v.Faults...)
	if len(faults) == 0 {
		faults = o.BodyFaults(ir.Key{})
	}
	if len(faults) == 0 {
		return nil
	}
	return errors.New(verify.Text("tenon: the declaration of "+o.Node.Method+" "+o.Node.Path+" has a fault", faults))
}

// request is what is sent, apart from its content.
type request struct {
	path, query string
	header      http.Header
	cookies     []string
	params      []string // of the path, percent-encoded
	pairs       []string // of the query, percent-encoded
	repeatable  bool     // sent again it is the same piece of work
}

// ask makes the request of what is given, and notes every rule that it breaks,
// in the order in which a server does.
func (c *requestBuilder) ask(rep *codec.Report, given []prop.Arg) *request {
	q := &request{header: http.Header{"Accept": {c.accept}}, params: make([]string, len(c.path.Params()))}
	q.repeatable = c.op.Method == http.MethodGet || c.op.Method == http.MethodPut || c.op.Method == http.MethodDelete
	for _, g := range given {
		if !c.declares(property.Arg(g).ID()) && !c.reserved(q, rep, g) {
			rep.ForeignParameter(ir.InQuery, g.Name())
		}
	}
	for i := range c.inputs {
		in := &c.inputs[i]
		mark := rep.Mark()
		switch cell, n := find(given, in.id); {
		case n == 0 && in.required:
			rep.Add(codec.Required)
		case n == 0:
		case n > 1:
			rep.Add(codec.Repeated)
		default:
			if in.slot.Check(rep, cell); !rep.Since(mark) && !q.write(in, cell) {
				rep.Add(codec.Unsendable)
			}
		}
		rep.Parameter(mark, in.in, in.name)
	}
	c.name(q)
	q.path, q.query = c.fill(q.params), strings.Join(q.pairs, "&")
	if len(q.cookies) > 0 {
		q.header["Cookie"] = []string{strings.Join(q.cookies, "; ")}
	}
	return q
}

func (c *requestBuilder) declares(id *ir.ID) bool {
	return slices.ContainsFunc(c.inputs, func(in input) bool { return in.id == id })
}

// find returns the value given for a property, and how often there is one.
func find(given []prop.Arg, id *ir.ID) (cell any, n int) {
	for _, g := range given {
		if property.Arg(g).ID() == id {
			cell, n = property.Arg(g).Cell(), n+1
		}
	}
	return cell, n
}

// fill puts parameters into the path.
func (c *requestBuilder) fill(params []string) string {
	if len(params) == 0 {
		return c.op.Path
	}
	segments := strings.Split(c.op.Path, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") {
			segments[i], params = params[0], params[1:]
		}
	}
	return strings.Join(segments, "/")
}

// write puts a value where its input has it. It reports false where what the
// server would read is not the same value.
func (q *request) write(in *input, cell any) bool {
	var texts []string
	switch {
	case in.shape == codec.Members && in.in == ir.InQuery:
		return q.writeMembers(in, cell)
	case in.shape == codec.Single:
		texts = []string{string(in.slot.Text(nil, cell))}
	case in.shape == codec.Several:
		if texts = in.slot.Texts(cell); len(texts) == 0 {
			return false // an empty list is not told from none
		}
	default:
		return false
	}
	switch in.in {
	case ir.InPath:
		text := join(texts, url.PathEscape)
		q.params[in.param] = text
		// Whoever is on the way resolves dots (RFC 3986 §5.2.4).
		return text != "" && text != "." && text != ".."
	case ir.InQuery:
		q.writeQuery(in, texts)
		return true
	case ir.InCookie:
		q.cookies = append(q.cookies, in.name+"="+join(texts, url.PathEscape))
		return true
	}
	return q.writeHeader(in, texts)
}

// join writes a list with commas; those within an item are escaped.
func join(texts []string, escape func(string) string) string {
	if len(texts) == 1 {
		return escape(texts[0])
	}
	escaped := make([]string, len(texts))
	for i, t := range texts {
		escaped[i] = escape(t)
	}
	return strings.Join(escaped, ",")
}

func (q *request) writeQuery(in *input, texts []string) {
	name := url.QueryEscape(in.name) + "="
	if in.csv {
		q.pairs = append(q.pairs, name+join(texts, url.QueryEscape))
		return
	}
	for _, t := range texts {
		q.pairs = append(q.pairs, name+url.QueryEscape(t))
	}
}

func (q *request) writeMembers(in *input, cell any) bool {
	pairs := in.slot.Pairs(cell)
	for _, p := range pairs {
		q.pairs = append(q.pairs, url.QueryEscape(in.name+"["+p.Name+"]")+"="+url.QueryEscape(p.Text))
	}
	return len(pairs) > 0
}

func (q *request) writeHeader(in *input, texts []string) bool {
	for _, t := range texts {
		if !fieldValue(t) || in.shape == codec.Several && strings.Contains(t, ",") {
			return false
		}
	}
	q.header[in.key] = []string{strings.Join(texts, ",")}
	return true
}

// fieldValue reports whether a header can have a text as it is (RFC 9110 §5.5):
// white space around it would be lost.
func fieldValue(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\t' || s[i] == 0x7f {
			return false
		}
	}
	return trim(s) == s
}

// The headers that the library reads itself, for calls.
var (
	calledKey             = prop.String(ir.IdempotencyKey)
	calledMatch           = prop.Array(prop.String(ir.IfMatch))
	calledNoneMatch       = prop.Array(prop.String(ir.IfNoneMatch))
	calledModifiedSince   = prop.DateTime(ir.IfModifiedSince)
	calledUnmodifiedSince = prop.DateTime(ir.IfUnmodifiedSince)
)

// IdempotencyKey names a piece of work, in a call of a route that is
// [WriteRoute.Idempotent]. Without it each call has a key of its own; with the key of
// a former call it gets the answer of that one.
func IdempotencyKey(key string) prop.Arg { return calledKey.Is(key) }

// IfMatch lets a call change an entity only if it has one of the versions: the
// ETag of an answer, with its quotes, or * for any.
func IfMatch(tags ...string) prop.Arg { return calledMatch.Is(tags) }

// IfNoneMatch asks for an entity, or changes it, only if it has none of the
// versions. A GET whose client has the version fails with [ErrNotModified].
func IfNoneMatch(tags ...string) prop.Arg { return calledNoneMatch.Is(tags) }

// IfModifiedSince asks for an entity only if it was changed after a time, in whole
// seconds. Otherwise the call fails with [ErrNotModified].
func IfModifiedSince(t time.Time) prop.Arg { return calledModifiedSince.Is(t) }

// IfUnmodifiedSince lets a call change an entity only if nobody has after a time,
// in whole seconds.
func IfUnmodifiedSince(t time.Time) prop.Arg { return calledUnmodifiedSince.Is(t) }
