package endpoint

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// AddResponseHeader declares a header of successful responses. It is for use within Edit.
func (o *Operation) AddResponseHeader(p prop.Prop) {
	o.Headers, o.Node.ResponseHeaders = append(o.Headers, p), append(o.Node.ResponseHeaders, property.NodeOf(p))
}

// setHeaders validates and sets the declared headers of a success.
func (e *Endpoint) setHeaders(c *Call) error {
	for i := range e.headers {
		s := &e.headers[i]
		declared := e.declares(c, i)
		if !c.set[i] {
			if s.Required && declared {
				return fmt.Errorf("the handler of %s %s did not set header %s; make it Optional if it may be absent",
					e.op.Method, e.op.Path, s.Name)
			}
			continue
		}
		if !declared {
			return fmt.Errorf("the handler of %s %s set header %s, which the response that it sends does not declare", e.op.Method, e.op.Path, s.Name)
		}
		var r codec.Report
		s.Slot.Check(&r, c.headers[i])
		if vs := codec.Gather[prop.Violations](&r); vs != nil {
			// Not wrapped: these violations are not those of the client.
			return errors.New("header " + s.Name + " of the response violates its rules: " + vs.Error())
		}
		if s.Slot.Shape() == codec.Several && slices.ContainsFunc(s.Slot.Texts(c.headers[i]), splits) {
			return errors.New("header " + s.Name + " of the response is a list with an item that is empty or has a comma (RFC 9110 §5.6.1)")
		}
		text := string(s.Slot.Text(nil, c.headers[i]))
		if !media.NoControls(text) { // net/http would send spaces in place of line breaks
			return errors.New("header " + s.Name + " of the response has a control character (RFC 9110 §5.5)")
		}
		c.ex.W.Header()[s.Name] = []string{text}
	}
	return nil
}

// splits reports whether a text cannot be an item of a list in a header.
func splits(item string) bool { return item == "" || strings.Contains(item, ",") }

// declares reports whether the response of a call declares a header.
func (e *Endpoint) declares(c *Call, header int) bool {
	if c.other != nil && c.other.response.OwnHeaders {
		return slices.Contains(c.other.headers, header)
	}
	return header < len(e.op.ResponseHeaders)
}

// Header is a compiled response header.
type Header struct {
	ID       *tree.ID
	Name     string // canonical
	Slot     codec.Input
	Required bool
}

// NewHeader returns a compiled header.
func NewHeader(p prop.Prop, s codec.Input) Header {
	n := property.NodeOf(p)
	return Header{n.ID, http.CanonicalHeaderKey(n.Name), s, !n.MayBeAbsent()}
}

// Read reads the lines of the header into a cell, and adds violations to the report.
func (s *Header) Read(rep *codec.Report, lines []string, cell any) (given bool) {
	var r raw
	r.header(s.Slot.Shape(), lines)
	a := s.Slot.At(cell)
	switch {
	case r.n == 0 && s.Required:
		rep.Add(codec.Required)
	case r.n == 0:
		if fill := s.Slot.Filler(); fill != nil {
			fill(a)
		}
	case s.Slot.Shape() == codec.Several:
		s.Slot.ParseList(rep, r.texts, a)
	case r.n > 1:
		rep.Add(codec.Repeated)
	default:
		s.Slot.Parser()(rep, r.text, a)
	}
	return r.n > 0
}

// dropHeaders removes the declared headers, for the problem in place of a success.
func (e *Endpoint) dropHeaders(c *Call) {
	for i := range e.headers {
		if c.set[i] {
			delete(c.ex.W.Header(), e.headers[i].Name)
		}
	}
}
