package media

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/tree"
)

// CaseOf returns a body whose values, of type t, are wrapped in those of another Go type; see AnyOf.
// fault says what is wrong with the declaration; "" if k has its functions.
func CaseOf(b Body, t *codec.Type, k codec.CaseForm, fault string) Body {
	return bodyCase{b, t, k, fault}
}

type bodyCase struct {
	body  Body
	typ   *codec.Type // of the value inside
	form  codec.CaseForm
	fault string
}

func (k bodyCase) Node() *tree.Body { return NodeOf(k.body) }

// Codec implements [Body]. It is nil, so that no other body can consist of a case.
func (k bodyCase) Codec() codec.Codec { return nil }

func (k bodyCase) CheckFormat(fault func(string)) {
	if what := k.misuse(); what != "" {
		fault(what)
		return
	}
	if f, ok := k.body.(FormatChecker); ok {
		f.CheckFormat(fault)
	}
}

// misuse returns why the body cannot be a case, or "".
func (k bodyCase) misuse() string {
	n := k.Node()
	switch {
	case k.fault != "":
		return k.fault
	case n.Empty():
		return "a case of a body has no content; write route.Optional(route.AnyOf(…)) if the request may have none"
	case n.Optional:
		return "a case of a body is optional; write route.Optional(route.AnyOf(…))"
	case n.ChangesVersion():
		return "a case of a body changes an entity with versions, whose preconditions a case cannot evaluate; declare a route for it"
	}
	if _, is := k.body.(bodyCase); is {
		return "a case of a body is a case already"
	}
	return ""
}

func (k bodyCase) choices() []Choice {
	all := DecodersOf(k.body)
	for i := range all {
		all[i].RequestDecoder = caseDecoder{all[i].RequestDecoder, k}
	}
	return all
}

func (k bodyCase) sender() RequestEncoder {
	inner := SenderOf(k.body)
	if inner == nil {
		return nil
	}
	return caseSender{inner, k.form}
}

func (k bodyCase) roundTrip(*codec.Type) probe.Try { return RoundTrip(k.body, k.typ) }

// has reports whether the value at v is of the case.
func (k bodyCase) has(v place.Addr) bool {
	_, ok := k.form.Unwrap(v)
	return ok
}

type caseDecoder struct {
	RequestDecoder
	of bodyCase
}

// Decode wraps the value if it is valid: the function of the application gets no other.
func (d caseDecoder) Decode(x *Exchange, v place.Addr) error {
	inside := d.of.typ.New()
	mark := x.Decoder.Report.Mark()
	err := d.RequestDecoder.Decode(x, inside)
	if err == nil && !x.Decoder.Report.Since(mark) {
		x.inside = inside
		d.of.form.Wrap(v, inside)
	}
	return err
}

// canonical reads what was decoded, whatever the application makes of it.
func (d caseDecoder) canonical(x *Exchange, _ place.Addr) []byte {
	return Canonical(x, d.RequestDecoder, x.inside)
}

var errNoCase = errors.New("tenon: the body of a call is of no case of the route")

type caseSender struct {
	RequestEncoder
	form codec.CaseForm
}

func (s caseSender) Encode(rep *codec.Report, v place.Addr) (Content, error) {
	inside, ok := s.form.Unwrap(v)
	if !ok {
		return Content{}, errNoCase
	}
	return s.RequestEncoder.Encode(rep, inside)
}

// anySender sends a value as the first body that has it.
type anySender struct{ of anyOf }

func (s anySender) Encode(rep *codec.Report, v place.Addr) (Content, error) {
	return SenderOf(s.of.forValue(v)).Encode(rep, v)
}

// Check adds the violations of a value of a body.
func Check(rep *codec.Report, b Body, v place.Addr) {
	switch k := b.(type) {
	case anyOf:
		Check(rep, k.forValue(v), v)
	case bodyCase:
		if inside, ok := k.form.Unwrap(v); ok {
			Check(rep, k.body, inside)
		}
	default:
		if c := b.Codec(); c != nil {
			c.Check(rep, v)
		}
	}
}
