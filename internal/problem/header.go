package problem

import (
	"errors"
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Header is a response header that a problem type declares.
type Header struct {
	Prop *tree.Prop
	slot func() codec.Input // once the declaration is known to have no faults
}

// NewHeader returns a header.
func NewHeader(p prop.Prop) Header {
	return Header{property.NodeOf(p), codec.Once(func() codec.Input { return property.SlotOf(p, codec.NewCompiler(tree.Create)) })}
}

// Shape returns the shape of its values. The declaration must have no faults.
func (h *Header) Shape() codec.Shape { return h.slot().Shape() }

// headerValue is the text of a header of one occurrence.
type headerValue struct{ name, text string }

// SetHeader sets a header of an occurrence. An error is kept for [Problem.HeaderError], as
// methods of problems return none.
func (d *Data) SetHeader(a property.Arg) {
	i := slices.IndexFunc(d.Headers, func(h Header) bool { return h.Prop.ID == a.ID() })
	if i < 0 {
		d.broken = errors.New("header " + a.Name() + " is not declared by the problem; declare it with ResponseHeader")
		return
	}
	slot := d.Headers[i].slot()
	var r codec.Report
	if slot.Check(&r, a.Cell()); r.Since(0) {
		// Not wrapped: these violations are not those of the client.
		d.broken = errors.New("header " + a.Name() + " of the problem violates its rules: " + codec.Gather[prop.Violations](&r).Error())
		return
	}
	text := string(slot.Text(nil, a.Cell()))
	if !fieldValue(text) {
		d.broken = errors.New("header " + a.Name() + " of the problem has a control character (RFC 9110 §5.5)")
		return
	}
	name := http.CanonicalHeaderKey(a.Name())
	d.values = append(slices.DeleteFunc(slices.Clone(d.values), func(v headerValue) bool { return v.name == name }), headerValue{name, text})
}

// WithHeaders returns an occurrence with the headers that it must have, if text returns a text of
// each.
func (p *Problem) WithHeaders(text func(*tree.Prop) (string, bool)) *Problem {
	return p.Edit(func(d *Data) {
		d.values = nil
		for _, h := range d.Headers {
			if s, ok := text(h.Prop); ok && !h.Prop.MayBeAbsent() {
				d.values = append(d.values, headerValue{http.CanonicalHeaderKey(h.Prop.Name), s})
			}
		}
	})
}

// fieldValue reports whether a header can have a text: net/http would send spaces in place of line
// breaks.
func fieldValue(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// HeaderError returns what is wrong with the headers of an occurrence, or nil. They must also be those
// of the range that declares it, unless it is nil.
func (p *Problem) HeaderError(of *tree.Failure) error {
	d := &p.data
	if d.broken != nil {
		return d.broken
	}
	for _, h := range d.Headers {
		if d.lacks(h.Prop) {
			return errors.New("the problem has no header " + h.Prop.Name + "; make it Optional if it may be absent")
		}
		if of != nil && !slices.ContainsFunc(of.ResponseHeaders, func(o *tree.Prop) bool { return o.ID == h.Prop.ID }) {
			return errors.New("header " + h.Prop.Name + " is not declared by the range " + string(of.Range) + "; declare it with ResponseHeader")
		}
	}
	if of == nil {
		return nil
	}
	for _, h := range of.ResponseHeaders {
		if d.lacks(h) {
			return errors.New("the problem has no header " + h.Name + " of the range " + string(of.Range) + "; make it Optional if it may be absent")
		}
	}
	return nil
}

// lacks reports whether an occurrence has no value of a header that it must have.
func (d *Data) lacks(h *tree.Prop) bool {
	name := http.CanonicalHeaderKey(h.Name)
	return !h.MayBeAbsent() && !slices.ContainsFunc(d.values, func(v headerValue) bool { return v.name == name })
}

// setHeaders sets the headers of the occurrence.
func (p *Problem) setHeaders(h http.Header) {
	for _, v := range p.data.values {
		h[v.name] = []string{v.text}
	}
}
