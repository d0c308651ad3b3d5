package pagination

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// declaredEnvelope returns the object with the members that the application declares. It has no name,
// so that documents have no component of it.
func declaredEnvelope(p query.Plan) (e envelope) {
	all := p.Pagination.Members
	if len(all) == 0 {
		return e
	}
	for _, m := range all {
		e.links = e.links || m.Kind == query.NextLink || m.Kind == query.PrevLink
	}
	c := collection.Of("", func(s *summary) (fields collection.Fields) {
		for _, m := range all {
			fields = append(fields, memberField(m, p, s))
		}
		return fields
	}).Describe("The position of the page in the list.")
	name := p.Pagination.Object
	if e.inline = name == ""; e.inline {
		name = defaultObject
	}
	e.prop, e.codec = c.Object().As(name), codec.BodyOf(c.List()).Codec
	return e
}

// memberField binds a member to its value.
func memberField(m query.Member, plan query.Plan, s *summary) collection.Field {
	total := plan.Total
	switch m.Kind {
	case query.TotalItems:
		return counted(prop.Int(m.Name).Min(0).Describe("The number of entities in the list."), total, &s.items, &s.countedItems)
	case query.TotalPages:
		return counted(prop.Int(m.Name).Min(0).Describe("The number of pages."), total, &s.pages, &s.countedPages)
	case query.PageNumber:
		return prop.Int(m.Name).Min(1).Describe("The number of this page.").At(&s.start)
	case query.PageSize:
		return prop.Int(m.Name).Min(1).Describe("The maximum number of entities on a page.").At(&s.size)
	case query.Skipped:
		return prop.Int(m.Name).Min(0).Describe("The number of entities before this page.").At(&s.start)
	case query.HasMore:
		return prop.Bool(m.Name).Describe("Whether more entities follow.").At(&s.more)
	case query.CurrentCursor:
		return prop.String(m.Name).Describe("The cursor of this page; empty on the first page.").At(&s.current)
	case query.NextCursor:
		return prop.String(m.Name).Describe("The cursor of the next page; empty on the last page.").At(&s.next)
	case query.NextLink:
		return prop.Nullable(prop.URIReference(m.Name)).Describe("The URL of the next page; null on the last page.").At(&s.nextLink)
	case query.PrevLink:
		return prop.Nullable(prop.URIReference(m.Name)).Describe("The URL of the previous page; null on the first page.").At(&s.prevLink)
	case query.FirstKey:
		return keyMember(m, plan.Key, &s.firstKey, "The key of the first entity of the page; null if it is empty.")
	case query.LastKey:
		return keyMember(m, plan.Key, &s.lastKey, "The key of the last entity of the page; null if it is empty.")
	}
	return collection.Fixed(prop.Const(m.Name, m.Value))
}

// counted binds a total, which only responses to requests for it have with OnRequest.
func counted(p *prop.NumberProp[int], total query.Total, always *int, asked **int) collection.Field {
	if total == query.OnRequest {
		return p.Optional().AtOptional(asked)
	}
	return p.At(always)
}

// Shape tells clients where responses describe the page.
type Shape struct {
	Object      string // the member with the description; "": its members are next to the entities
	More, Total string // the members; "" if there is none
}

// Shape returns where responses describe the page.
func (l *List) Shape() Shape {
	p := l.plan.Pagination
	if p == nil {
		return Shape{Object: defaultObject, More: "has_more", Total: "total"}
	}
	s := Shape{Object: p.Object}
	for _, m := range p.Members {
		switch m.Kind {
		case query.HasMore:
			s.More = m.Name
		case query.TotalItems:
			s.Total = m.Name
		}
	}
	return s
}
