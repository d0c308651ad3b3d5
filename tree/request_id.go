package tree

import (
	"slices"
	"strings"
)

// RequestID is the header with the ID of a request, in the request and the response, if the API
// has IDs.
const RequestID = "X-Request-Id"

var (
	askedID = &Prop{ID: &ID{}, Name: RequestID, Type: Text{}, Optional: true,
		Doc: "An ID for the request, which logs contain. An invalid one is replaced."}
	// AnsweredID is the response header of an API with request IDs.
	AnsweredID = &Prop{ID: &ID{}, Name: RequestID, Type: Text{},
		Doc: "The ID of the request: its own X-Request-Id, or a new one."}
)

// traced adds the header with the ID to the inputs, unless the route declares it.
func (o *Operation) traced(all []Input) []Input {
	own := func(in Input) bool { return in.In == InHeader && strings.EqualFold(in.Prop.Name, RequestID) }
	if !o.Traced || slices.ContainsFunc(all, own) {
		return all
	}
	return append(all, Input{Prop: askedID, In: InHeader})
}

// answered adds the header with the ID to the response headers, unless the route declares it.
func (o *Operation) answered(all []*Prop) []*Prop {
	own := func(p *Prop) bool { return strings.EqualFold(p.Name, RequestID) }
	if !o.Traced || slices.ContainsFunc(all, own) {
		return all
	}
	return append(slices.Clip(all), AnsweredID)
}
