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

// usual has what the members of the kinds of plans say.
var usual = map[string]tree.PageFact{
	"total": tree.TotalItems, "total_pages": tree.TotalPages, "page": tree.PageNumber, "page_size": tree.PageSize,
	"limit": tree.PageSize, "offset": tree.Skipped, "has_more": tree.HasMore,
	"current_cursor": tree.CurrentCursor, "next_cursor": tree.NextCursor,
}

// PageMembers returns the members of the description of a page by what they say.
func (l *List) PageMembers() (all []tree.PageMember) {
	if p := l.plan.Pagination; p != nil {
		for _, m := range p.Members {
			if m.Kind != query.Fixed && m.Kind != query.Unknown {
				all = append(all, tree.PageMember{Name: m.Name, Says: tree.PageFact(m.Kind.String())})
			}
		}
	} else if node := l.envelope.Node; node != nil {
		for _, m := range node.Type.(tree.Object).Of().Members {
			all = append(all, tree.PageMember{Name: m.Prop.Name, Says: usual[m.Prop.Name]})
		}
	}
	return all
}
