package paginate

import (
	"unicode/utf8"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/prop"
)

// Member is a member of the responses of a list that describes the page; see [Plan.Pagination].
type Member member

type member = seal.Box[query.Member]

// binding binds a member to its value.
type binding = func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field

func newMember(kind query.MemberKind, name string, bind binding) Member {
	return Member(seal.New(query.Member{Kind: kind, Name: name, Bind: bind}))
}

// TotalItems is the number of all entities of the list. It is absent from responses without a
// total; see [Plan.Total].
func TotalItems(name string) Member {
	return newMember(query.TotalItems, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return counted(prop.Int(m.Name).Min(0).Describe("The number of entities in the list."), plan, &s.Items, &s.CountedItems)
	})
}

// TotalPages is the number of pages. It is absent from responses without a total.
func TotalPages(name string) Member {
	return newMember(query.TotalPages, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return counted(prop.Int(m.Name).Min(0).Describe("The number of pages."), plan, &s.Pages, &s.CountedPages)
	})
}

// PageNumber is the number of the page, for lists by page.
func PageNumber(name string) Member {
	return newMember(query.PageNumber, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.Int(m.Name).Min(1).Describe("The number of this page.").At(&s.Start)
	})
}

// PageSize is the maximum number of entities of the page.
func PageSize(name string) Member {
	return newMember(query.PageSize, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.Int(m.Name).Min(1).Describe("The maximum number of entities on a page.").At(&s.Size)
	})
}

// Skipped is the number of entities before the page, for lists by offset.
func Skipped(name string) Member {
	return newMember(query.Skipped, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.Int(m.Name).Min(0).Describe("The number of entities before this page.").At(&s.Start)
	})
}

// HasMore reports whether entities follow the page; in a list by key whether there are more in the
// direction of the request.
func HasMore(name string) Member {
	return newMember(query.HasMore, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.Bool(m.Name).Describe("Whether more entities follow.").At(&s.More)
	})
}

// CurrentCursor is the cursor of the page, for lists by cursor; "" on the first page.
func CurrentCursor(name string) Member {
	return newMember(query.CurrentCursor, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.String(m.Name).Describe("The cursor of this page; empty on the first page.").At(&s.Current)
	})
}

// NextCursor is the cursor of the next page, for lists by cursor; "" on the last page.
func NextCursor(name string) Member {
	return newMember(query.NextCursor, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.String(m.Name).Describe("The cursor of the next page; empty on the last page.").At(&s.Next)
	})
}

// NextLink is the URL of the next page, as in the header Link; null on the last page.
func NextLink(name string) Member {
	return newMember(query.NextLink, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.Nullable(prop.URIReference(m.Name)).Describe("The URL of the next page; null on the last page.").At(&s.NextLink)
	})
}

// PrevLink is the URL of the page before; null on the first page.
func PrevLink(name string) Member {
	return newMember(query.PrevLink, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return prop.Nullable(prop.URIReference(m.Name)).Describe("The URL of the previous page; null on the first page.").At(&s.PrevLink)
	})
}

// FirstKey is the key of the first entity of the page, for lists by key; null if the page is empty.
func FirstKey(name string) Member {
	return newMember(query.FirstKey, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return keyMember(m.Name, plan.Key, &s.FirstKey, "The key of the first entity of the page; null if it is empty.")
	})
}

// LastKey is the key of the last entity of the page, for lists by key; null if the page is empty.
func LastKey(name string) Member {
	return newMember(query.LastKey, name, func(m *query.Member, plan *query.Settings, s *query.Summary) prop.Field {
		return keyMember(m.Name, plan.Key, &s.LastKey, "The key of the last entity of the page; null if it is empty.")
	})
}

// Fixed is a member with the same text in every response, such as {"object": "list"}.
func Fixed(name, value string) Member {
	return Member(seal.New(query.Member{Kind: query.Fixed, Name: name, Value: value, Bind: func(m *query.Member, _ *query.Settings, _ *query.Summary) prop.Field {
		return collection.Fixed(prop.Const(m.Name, m.Value))
	}}))
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

// Pagination sets what responses say about the page, in place of the member pagination. With an
// object, the members are in a member of this name; without one they are next to the entities:
//
//	paginate.ByPage().Pagination("meta", paginate.PageNumber("current"), paginate.TotalPages("pages"))
//	paginate.ByCursor(key).Pagination("", paginate.HasMore("has_more"), paginate.NextCursor("next"))
//
// Without members, only the header Link describes the page. In an API or a route without an
// envelope, the members are in the header Pagination.
func (p Plan) Pagination(object string, members ...Member) Plan {
	declared := make([]query.Member, len(members))
	seen := map[string]bool{}
	for i, m := range members {
		n := member(m).Open()
		kind := plan(p).Open().Kind
		switch {
		case n.Kind == query.Unknown:
			return p.fault("Pagination has a member that was not created by a function such as TotalItems")
		case n.Name == "" || !utf8.ValidString(n.Name) || !utf8.ValidString(n.Value):
			return p.fault("Pagination: %s needs a name", n.Kind)
		case seen[n.Name]:
			return p.fault("Pagination has two members named %q", n.Name)
		case kind != query.Unstarted && !n.Kind.Fits(kind):
			return p.fault("Pagination: %s has no value in a list %s", n.Kind, kind)
		}
		seen[n.Name] = true
		declared[i] = n
	}
	if !utf8.ValidString(object) {
		return p.fault("Pagination: the name of the object is not valid UTF-8")
	}
	return p.edit(func(p *query.Settings) {
		p.Pagination = &query.Pagination{Object: object, Members: declared}
	})
}
