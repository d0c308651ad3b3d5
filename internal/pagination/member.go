package pagination

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// memberField binds a member that the application declares to its value.
func memberField(m query.Member, plan *query.Settings, s *query.Summary) prop.Field {
	switch m.Kind {
	case query.TotalItems:
		return counted(prop.Int(m.Name).Min(0).Describe("The number of entities in the list."), plan, &s.Items, &s.CountedItems)
	case query.TotalPages:
		return counted(prop.Int(m.Name).Min(0).Describe("The number of pages."), plan, &s.Pages, &s.CountedPages)
	case query.PageNumber:
		return prop.Int(m.Name).Min(1).Describe("The number of this page.").At(&s.Start)
	case query.PageSize:
		return prop.Int(m.Name).Min(1).Describe("The maximum number of entities on a page.").At(&s.Size)
	case query.Skipped:
		return prop.Int(m.Name).Min(0).Describe("The number of entities before this page.").At(&s.Start)
	case query.HasMore:
		return prop.Bool(m.Name).Describe("Whether more entities follow.").At(&s.More)
	case query.CurrentCursor:
		return prop.String(m.Name).Describe("The cursor of this page; empty on the first page.").At(&s.Current)
	case query.NextCursor:
		return prop.String(m.Name).Describe("The cursor of the next page; empty on the last page.").At(&s.Next)
	case query.NextLink:
		return prop.Nullable(prop.URIReference(m.Name)).Describe("The URL of the next page; null on the last page.").At(&s.NextLink)
	case query.PrevLink:
		return prop.Nullable(prop.URIReference(m.Name)).Describe("The URL of the previous page; null on the first page.").At(&s.PrevLink)
	case query.FirstKey:
		return keyMember(m.Name, plan.Key, &s.FirstKey, "The key of the first entity of the page; null if it is empty.")
	case query.LastKey:
		return keyMember(m.Name, plan.Key, &s.LastKey, "The key of the last entity of the page; null if it is empty.")
	}
	return collection.Fixed(prop.Const(m.Name, m.Value))
}

// counted binds a total, which only responses to requests for it have with OnRequest.
func counted(p *prop.NumberProp[int], plan *query.Settings, always *int, asked **int) prop.Field {
	if plan.Total == query.OnRequest {
		return p.Optional().AtOptional(asked)
	}
	return p.At(always)
}

// keyMember binds a member to a key. A plan that is not by key has a fault.
func keyMember(name string, key *query.Key, k *query.KeyText, doc string) prop.Field {
	if key != nil && key.Node.Type.Word() == "integer" {
		return prop.Nullable(prop.Int64(name).Describe(doc)).At(&k.Number)
	}
	return prop.Nullable(prop.String(name).Describe(doc)).At(&k.Text)
}
