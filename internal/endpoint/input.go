package endpoint

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Input is a compiled input.
type Input struct {
	ID       *tree.ID
	In       tree.In
	Name     string // as documented
	Key      string // canonical for a header
	Param    int    // index in the path, for a path parameter
	Rest     bool   // the path parameter takes several segments
	Shape    codec.Shape
	Style    tree.Style
	Reserved bool // clients may send reserved characters as they are
	Required bool
	Slot     codec.Input

	members []string // of an object whose members are parameters

	parse  func(r *codec.Report, text string, a place.Addr) // nil unless the shape is Single
	fill   func(a place.Addr)                               // assigns the default; nil: there is none
	lasts  bool                                             // the next request replaces the value
	plain  bool                                             // no item of the list has a comma
	joined bool                                             // several lines of the header are one list
	noNUL  bool                                             // the text must not have U+0000, whatever the property allows
}

// NewInput returns a compiled input of an operation with a path.
func NewInput(n tree.Input, s codec.Input, path match.Template) Input {
	compiled := Input{
		ID:       n.Prop.ID,
		In:       n.In,
		Name:     n.Prop.Name,
		Key:      http.CanonicalHeaderKey(n.Prop.Name),
		Param:    path.Param(n.Prop.Name),
		Rest:     n.In == tree.InPath && path.TakesRest(n.Prop.Name),
		Shape:    s.Shape(),
		Style:    n.Style,
		Reserved: n.Reserved,
		Required: !n.Prop.MayBeAbsent(),
		Slot:     s,
		plain:    plainItems(n.Prop),
	}
	if n.Style == tree.Exploded {
		for _, m := range n.Prop.Type.(tree.Object).Of().In(tree.Create) {
			compiled.members = append(compiled.members, m.Prop.Name)
		}
	}
	compiled.joined = n.In == tree.InHeader && listField(n.Prop.Name)
	compiled.fill, compiled.lasts = s.Filler(), compiled.Required && s.Bare()
	if compiled.Shape == codec.Single {
		compiled.parse = s.Parser()
	}
	return compiled
}

// plainItems reports whether no item of a list has a comma in its text.
func plainItems(p *tree.Prop) bool {
	list, ok := p.Type.(tree.Array)
	if !ok {
		return false
	}
	switch t := list.Item.Type.(type) {
	case tree.Integer, tree.Float, tree.Boolean:
		return true
	case tree.Enum:
		return !slices.ContainsFunc(t.Values, func(v string) bool { return strings.Contains(v, ",") })
	}
	return false
}

// raw is the text of an input before it is parsed.
type raw struct {
	n     int    // the number of values
	text  string // the first one, decoded
	texts []string
	pairs []codec.Pair

	malformed bool // the text is none of a value
}

func (r *raw) clear() {
	if r.n == 0 {
		return
	}
	r.n, r.text, r.malformed = 0, "", false
	clear(r.texts)
	clear(r.pairs)
	r.texts, r.pairs = r.texts[:0], r.pairs[:0]
}

// parse reads the parameters, headers and cookies. It fails if the request is malformed;
// violations are added to the report.
func (c *Call) parse() error {
	e := c.endpoint
	if query := c.ex.R.URL.RawQuery; query != "" {
		if err := e.scanQuery(c, query); err != nil {
			return err
		}
	}
	for i := range e.inputs {
		in := &e.inputs[i]
		mark := c.ex.Decoder.Report.Mark()
		switch in.In {
		case tree.InPath:
			text, given, err := e.scanPath(c, in)
			if err != nil {
				return err
			}
			single := given && in.Shape == codec.Single
			switch {
			case single:
				e.one(c, i, text)
			case given:
				if err := c.raws[i].splitPath(c.path, text); err != nil {
					return err
				}
			}
			if !single {
				e.fill(c, i)
			}
			if e.op.InvalidPathNotFound && c.ex.Decoder.Report.Since(mark) {
				return media.Problem(tree.NotFound)
			}
			continue
		case tree.InHeader:
			c.raws[i].readHeader(in, c.ex.R.Header)
		case tree.InCookie:
			if err := c.raws[i].readCookie(in, c.ex.R.Header); err != nil {
				return err
			}
		}
		e.fill(c, i)
	}
	return nil
}

// fill parses one input, or sets the default of one that is absent.
func (e *Endpoint) fill(c *Call, i int) {
	in, raw := &e.inputs[i], &c.raws[i]
	rep := &c.ex.Decoder.Report
	mark := rep.Mark()
	c.given[i] = raw.n > 0
	var wrong *codec.Issue
	switch {
	case raw.malformed:
		wrong = codec.Malformed
	case in.Style == tree.Exploded && (raw.n > 0 || in.Required):
		in.Slot.(codec.PairInput).ParsePairs(rep, raw.pairs, c.places[i])
		if rep.Since(mark) {
			rep.Parameters(mark, in.In, in.Name)
		}
		return
	case raw.n == 0 && in.Required:
		wrong = codec.Required
	case raw.n == 0:
		if in.fill != nil {
			in.fill(c.places[i])
		}
	case in.Shape == codec.Single && raw.n > 1:
		wrong = codec.Repeated
	case in.Shape == codec.Single:
		e.one(c, i, raw.text)
		return
	case in.noNUL && raw.hasNUL():
		wrong = codec.NUL
	case in.Shape == codec.Several && in.Style != tree.Simple && raw.n > 1:
		wrong = codec.Repeated
	case in.Shape == codec.Several:
		in.Slot.ParseList(rep, raw.texts, c.places[i])
	case in.Shape == codec.Members, in.Shape == codec.Nested:
		in.Slot.(codec.PairInput).ParsePairs(rep, raw.pairs, c.places[i])
	}
	if wrong != nil {
		rep.Add(wrong)
	}
	if rep.Since(mark) {
		rep.Parameter(mark, in.In, in.Name)
	}
}

// one parses an input that is a single text.
func (e *Endpoint) one(c *Call, i int, text string) {
	in, rep := &e.inputs[i], &c.ex.Decoder.Report
	mark := rep.Mark()
	c.given[i] = true
	if in.noNUL && strings.IndexByte(text, 0) >= 0 {
		rep.Add(codec.NUL)
	} else {
		in.parse(rep, text, c.places[i])
	}
	if rep.Since(mark) {
		rep.Parameter(mark, in.In, in.Name)
	}
}

func (r *raw) hasNUL() bool {
	return slices.ContainsFunc(r.texts, func(s string) bool { return strings.IndexByte(s, 0) >= 0 })
}

// scanPath returns the text of a parameter of the path: decoded, if it is a single one. It counts
// segments from the end, so that a prefix that another router left does not matter.
func (e *Endpoint) scanPath(c *Call, in *Input) (text string, given bool, err error) {
	params := c.pathParams()
	if in.Param >= len(params) {
		return "", false, nil
	}
	text = params[in.Param]
	if in.Rest && text == "" {
		return "", false, errors.New("tenon: the path does not begin with that of " + e.op.Path + "; remove the prefix with http.StripPrefix")
	}
	if in.Shape == codec.Single {
		if text, err = c.path.Decode(text); err != nil {
			return "", false, media.Malformed(tree.PathEncoding)
		}
	}
	return text, true, nil
}

// pathParams returns the parameters of the path, as they are in it.
func (c *Call) pathParams() []string {
	if len(c.params) == 0 {
		c.path = match.Of(c.ex.R.URL)
		c.params = c.endpoint.path.Values(c.params, c.path)
	}
	return c.params
}

// splitPath reads a list in the path.
func (r *raw) splitPath(path match.Path, text string) error {
	r.n = 1
	for part := range strings.SplitSeq(text, ",") {
		s, err := path.Decode(part)
		if err != nil {
			return media.Malformed(tree.PathEncoding)
		}
		r.texts = append(r.texts, s)
	}
	return nil
}
