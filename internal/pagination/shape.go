package pagination

import "github.com/tenon-go/tenon/internal/query"

// Shape tells clients where responses describe the page.
type Shape struct {
	Object      string // the member with the description; "": its members are next to the entities
	More, Total string // the members; "" if there is none
}

// Shape returns where responses describe the page.
func (l *List) Shape() Shape {
	p := l.plan.Pagination
	if p == nil {
		return Shape{Object: query.DefaultObject, More: "has_more", Total: "total"}
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
