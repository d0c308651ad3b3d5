package paginate

import (
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
)

// Member is a member of the responses of a list that describes the page; see [Plan.Pagination].
type Member member

type member = seal.Box[query.Member]

func newMember(kind query.MemberKind, name string) Member {
	return Member(seal.New(query.Member{Kind: kind, Name: name}))
}

// TotalItems is the number of all entities of the list. It is absent from responses without a
// total; see [Plan.Total].
func TotalItems(name string) Member { return newMember(query.TotalItems, name) }

// TotalPages is the number of pages. It is absent from responses without a total.
func TotalPages(name string) Member { return newMember(query.TotalPages, name) }

// PageNumber is the number of the page, for lists by page.
func PageNumber(name string) Member { return newMember(query.PageNumber, name) }

// PageSize is the maximum number of entities of the page.
func PageSize(name string) Member { return newMember(query.PageSize, name) }

// Skipped is the number of entities before the page, for lists by offset.
func Skipped(name string) Member { return newMember(query.Skipped, name) }

// HasMore reports whether entities follow the page; in a list by key whether there are more in the
// direction of the request.
func HasMore(name string) Member { return newMember(query.HasMore, name) }

// CurrentCursor is the cursor of the page, for lists by cursor; "" on the first page.
func CurrentCursor(name string) Member { return newMember(query.CurrentCursor, name) }

// NextCursor is the cursor of the next page, for lists by cursor; "" on the last page.
func NextCursor(name string) Member { return newMember(query.NextCursor, name) }

// NextLink is the URL of the next page, as in the header Link; null on the last page.
func NextLink(name string) Member { return newMember(query.NextLink, name) }

// PrevLink is the URL of the page before; null on the first page.
func PrevLink(name string) Member { return newMember(query.PrevLink, name) }

// FirstKey is the key of the first entity of the page, for lists by key; null if the page is empty.
func FirstKey(name string) Member { return newMember(query.FirstKey, name) }

// LastKey is the key of the last entity of the page, for lists by key; null if the page is empty.
func LastKey(name string) Member { return newMember(query.LastKey, name) }

// Fixed is a member with the same text in every response, such as {"object": "list"}.
func Fixed(name, value string) Member {
	return Member(seal.New(query.Member{Kind: query.Fixed, Name: name, Value: value}))
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
