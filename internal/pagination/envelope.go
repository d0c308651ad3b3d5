package pagination

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
)

// declaredEnvelope returns the object with the members that the application declares. It has no name, so that
// documents have no component of it.
func declaredEnvelope(plan *query.Settings) (e query.Envelope) {
	all := plan.Pagination.Members
	if len(all) == 0 {
		return e
	}
	c := collection.Of("", func(s *query.Summary) (fields collection.Fields) {
		for _, m := range all {
			e.Links = e.Links || m.Kind == query.NextLink || m.Kind == query.PrevLink
			fields = append(fields, memberField(m, plan, s))
		}
		return fields
	}).Describe(query.SummaryDoc)
	name := plan.Pagination.Object
	if e.Inline = name == ""; e.Inline {
		name = query.DefaultObject
	}
	e.Node, e.Codec = property.NodeOf(c.Object().As(name)), codec.BodyOf(c.List()).Codec
	return e
}
