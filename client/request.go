package client

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// request is a request without its body.
type request struct {
	path, query string
	header      http.Header
	cookies     []string
	params      []string // of the path, percent-encoded
	pairs       []string // of the query, percent-encoded
	repeatable  bool     // it may be sent again
}

// request returns a request with the arguments, and adds violations in the order in which the
// server reports them.
func (c *operation) request(rep *codec.Report, given []prop.Arg) *request {
	q := &request{header: http.Header{"Accept": {c.accept}}, params: make([]string, len(c.path.Params()))}
	q.repeatable = c.op.Method != http.MethodPost && c.op.Method != http.MethodPatch // RFC 9110 §9.2.2
	for _, g := range given {
		if !c.declares(property.Arg(g).ID()) && !c.reserved(q, rep, g) {
			rep.ForeignParameter(tree.InQuery, g.Name())
		}
	}
	for i := range c.inputs {
		in := &c.inputs[i]
		mark := rep.Mark()
		switch cell, n := find(given, in.ID); {
		case n == 0 && in.Required:
			rep.Add(codec.Required)
		case n == 0:
		case n > 1:
			rep.Add(codec.Repeated)
		default:
			if in.Slot.Check(rep, cell); !rep.Since(mark) && !q.write(in, cell) {
				rep.Add(codec.Unsendable)
			}
		}
		rep.Parameter(mark, in.In, in.Name)
	}
	c.setKey(q)
	var sendable bool
	if q.path, sendable = c.fill(q.params); !sendable {
		c.unsendablePath(rep)
	}
	q.query = strings.Join(q.pairs, "&")
	if len(q.cookies) > 0 {
		q.header["Cookie"] = []string{strings.Join(q.cookies, "; ")}
	}
	return q
}

func (c *operation) declares(id *tree.ID) bool {
	return slices.ContainsFunc(c.inputs, func(in endpoint.Input) bool { return in.ID == id })
}

// find returns the value of a property, and how often it is set.
func find(given []prop.Arg, id *tree.ID) (cell any, n int) {
	for _, g := range given {
		if property.Arg(g).ID() == id {
			cell, n = property.Arg(g).Cell(), n+1
		}
	}
	return cell, n
}

// fill returns the path with the parameters filled in, or false if the server would read others.
func (c *operation) fill(params []string) (path string, ok bool) {
	if len(params) == 0 {
		return c.op.Path, true
	}
	return c.path.Fill(params)
}

// unsendablePath adds the violation of a path whose parameters are all valid, but which the
// server would read otherwise.
func (c *operation) unsendablePath(rep *codec.Report) {
	if rep.Since(0) {
		return
	}
	names := c.path.Params()
	mark := rep.Mark()
	rep.Add(codec.Unsendable)
	rep.Parameter(mark, tree.InPath, names[len(names)-1])
}

// write writes a value as its input. It returns false if the server would read another value.
func (q *request) write(in *endpoint.Input, cell any) bool {
	var texts []string
	switch {
	case (in.Shape == codec.Members || in.Shape == codec.Nested) && in.In == tree.InQuery:
		return q.writeMembers(in, cell)
	case in.Shape == codec.Single:
		texts = []string{string(in.Slot.Text(nil, cell))}
	case in.Shape == codec.Several:
		if texts = in.Slot.Texts(cell); len(texts) == 0 {
			return false // an empty list has the text of an absent one
		}
	default:
		return false
	}
	switch in.In {
	case tree.InPath:
		text := join(texts, url.PathEscape)
		if in.Rest {
			segments := strings.Split(texts[0], "/")
			for i, s := range segments {
				segments[i] = url.PathEscape(s)
			}
			text = strings.Join(segments, "/")
		}
		q.params[in.Param] = text
		// Proxies remove dot segments (RFC 3986 §5.2.4).
		return text != "" && text != "." && text != ".."
	case tree.InQuery:
		return q.writeQuery(in, texts)
	case tree.InCookie:
		q.cookies = append(q.cookies, in.Name+"="+join(texts, url.PathEscape))
		return true
	}
	return q.writeHeader(in, texts)
}

// join joins a list with commas; escape escapes commas within items.
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

func (q *request) writeQuery(in *endpoint.Input, texts []string) bool {
	name, escape := url.QueryEscape(in.Name)+"=", url.QueryEscape
	if in.Reserved {
		escape = escapeUnreserved
	}
	switch delimiter := in.Style.Delimiter(); {
	case in.Shape == codec.Several && delimiter != "":
		if slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, delimiter) }) {
			return false
		}
		q.pairs = append(q.pairs, name+escape(strings.Join(texts, delimiter)))
	case in.Shape == codec.Several && in.Style == tree.CSV:
		q.pairs = append(q.pairs, name+join(texts, escape))
	default:
		for _, t := range texts {
			q.pairs = append(q.pairs, name+escape(t))
		}
	}
	return true
}

// escapeUnreserved escapes a value, but not the reserved characters that a query can have (RFC 3986
// §3.4) and that separate nothing.
func escapeUnreserved(s string) string { return keepReserved.Replace(url.QueryEscape(s)) }

func (q *request) writeMembers(in *endpoint.Input, cell any) bool {
	slot, ok := in.Slot.(codec.PairInput)
	if !ok {
		return false // an object without a style, which no API has
	}
	pairs := slot.Pairs(cell)
	for _, p := range pairs {
		name := p.Name
		switch {
		case in.Style == tree.Exploded:
		case in.Shape == codec.Members:
			name = in.Name + "[" + name + "]"
		default:
			name = in.Name + name
		}
		q.pairs = append(q.pairs, url.QueryEscape(name)+"="+url.QueryEscape(p.Text))
	}
	return len(pairs) > 0 || in.Style == tree.Exploded && in.Required
}

func (q *request) writeHeader(in *endpoint.Input, texts []string) bool {
	for _, t := range texts {
		if !media.FieldValue(t) || in.Shape == codec.Several && (t == "" || strings.Contains(t, ",")) {
			return false
		}
	}
	q.header[in.Key] = []string{strings.Join(texts, ",")}
	return true
}

var keepReserved = strings.NewReplacer("%3A", ":", "%2F", "/", "%3F", "?", "%40", "@", "%21", "!", "%24", "$", "%27", "'", "%28", "(",
	"%29", ")", "%2A", "*", "%3D", "=")

// The headers that the library itself reads, as arguments of calls.
var (
	calledKey             = prop.String(tree.IdempotencyKey)
	calledMatch           = prop.Array(prop.String(tree.IfMatch))
	calledNoneMatch       = prop.Array(prop.String(tree.IfNoneMatch))
	calledModifiedSince   = prop.DateTime(tree.IfModifiedSince)
	calledUnmodifiedSince = prop.DateTime(tree.IfUnmodifiedSince)
)

// IdempotencyKey sets the key of a call of a route that is Idempotent. The default is a new key
// for each call. A call with the key of an earlier call gets its response.
func IdempotencyKey(key string) prop.Arg { return calledKey.Is(key) }

// IfMatch makes a call change an entity only if it has one of the versions: the ETag of a
// response, with its quotes, or * for any.
func IfMatch(tags ...string) prop.Arg { return calledMatch.Is(tags) }

// IfNoneMatch makes a call get or change an entity only if it has none of the versions.
// Otherwise the error of a GET is [ErrNotModified].
func IfNoneMatch(tags ...string) prop.Arg { return calledNoneMatch.Is(tags) }

// IfModifiedSince makes a call get an entity only if it has changed after a time, in whole
// seconds. Otherwise the error is [ErrNotModified].
func IfModifiedSince(t time.Time) prop.Arg { return calledModifiedSince.Is(t) }

// IfUnmodifiedSince makes a call change an entity only if it has not changed after a time, in
// whole seconds.
func IfUnmodifiedSince(t time.Time) prop.Arg { return calledUnmodifiedSince.Is(t) }
