package pagination

import (
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/tree"
)

// Shape tells clients where responses describe the page.
type Shape struct {
	Object      string // the member with the description; "": its members are next to the entities
	More, Total string // the members; "" if there is none
}

// Shape returns where responses describe the page.
func (l *List) Shape() Shape {
	s := Shape{Object: query.DefaultObject}
	if p := l.plan.Pagination; p != nil {
		s.Object = p.Object
	}
	for _, m := range l.PageMembers() {
		switch m.Says {
		case tree.HasMore:
			s.More = m.Name
		case tree.TotalItems:
			s.Total = m.Name
		}
	}
	return s
}

// said has what the members of the application say, and usual what those of the kinds of plans do.
var (
	said = map[query.MemberKind]tree.PageFact{
		query.TotalItems: tree.TotalItems, query.TotalPages: tree.TotalPages, query.PageNumber: tree.PageNumber,
		query.PageSize: tree.PageSize, query.Skipped: tree.Skipped, query.HasMore: tree.HasMore,
		query.CurrentCursor: tree.CurrentCursor, query.NextCursor: tree.NextCursor,
		query.NextLink: tree.NextLink, query.PrevLink: tree.PrevLink, query.FirstKey: tree.FirstKey, query.LastKey: tree.LastKey,
	}
	usual = map[string]tree.PageFact{
		"total": tree.TotalItems, "total_pages": tree.TotalPages, "page": tree.PageNumber, "page_size": tree.PageSize,
		"limit": tree.PageSize, "offset": tree.Skipped, "has_more": tree.HasMore,
		"current_cursor": tree.CurrentCursor, "next_cursor": tree.NextCursor,
	}
)

// PageMembers returns the members of the description of a page by what they say.
func (l *List) PageMembers() (all []tree.PageMember) {
	add := func(name string, says tree.PageFact) {
		if says != "" {
			all = append(all, tree.PageMember{Name: name, Says: says})
		}
	}
	switch {
	case l.plan.Pagination != nil:
		for _, m := range l.plan.Pagination.Members {
			add(m.Name, said[m.Kind])
		}
	case l.envelope.Node != nil:
		for _, m := range l.envelope.Node.Type.(tree.Object).Of().Members {
			add(m.Prop.Name, usual[m.Prop.Name])
		}
	}
	return all
}
