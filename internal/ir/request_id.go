package ir

import (
	"slices"
	"strings"
)

// RequestID is the header of a request and of its answer that has the id of both,
// where there are any.
const RequestID = "X-Request-Id"

var (
	askedID = &Prop{ID: new(ID), Name: RequestID, Type: Text{}, Optional: true,
		Doc: "An id for the request, to find it in logs. One that cannot be taken is replaced."}
	// AnsweredID is what every answer of an API with ids has.
	AnsweredID = &Prop{ID: new(ID), Name: RequestID, Type: Text{},
		Doc: "The id of the request: that of its own X-Request-Id, or a new one."}
)

// traced adds the header of ids to those that are read, if the route does not
// read it by itself.
func (o *Operation) traced(all []Input) []Input {
	own := func(in Input) bool { return in.In == InHeader && strings.EqualFold(in.Prop.Name, RequestID) }
	if !o.Traced || slices.ContainsFunc(all, own) {
		return all
	}
	return append(all, Input{Prop: askedID, In: InHeader})
}

// answered adds the header of ids to those that are sent, if the route does not
// send it by itself.
func (o *Operation) answered(all []*Prop) []*Prop {
	own := func(p *Prop) bool { return strings.EqualFold(p.Name, RequestID) }
	if !o.Traced || slices.ContainsFunc(all, own) {
		return all
	}
	return append(slices.Clip(all), AnsweredID)
}
