package paginate

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// summary is what is told of a page beside its entities.
type summary struct {
	place   int // number of the page, or offset
	size    int
	current string
	next    string
	more    bool
	total   int
	counted *int // the total, where it is told on request
}

// Each kind of plan has an object of its own, in three variants: what a
// component has in one list it has in all.
var (
	pages   = variants(pageFields, "PagePagination", Always, "total_pages", "How many pages there are.")
	offsets = variants(offsetFields, "OffsetPagination", Always, "total", "How many entities there are.")
	cursors = variants(cursorFields, "CursorPagination", Never, "total", "How many entities there are.")
)

// variants makes the collections for the three totals. The usual one has the
// plain name.
func variants(fields func() []collection.Field[summary], name string, usual Total, total, doc string) (all [3]collection.Collection[summary]) {
	for t, suffix := range [...]string{Never: "Uncounted", Always: "Counted", OnRequest: "Countable"} {
		f := fields()
		member := prop.Int(total).Min(0).Describe(doc)
		switch Total(t) {
		case Always:
			f = append(f, collection.Bind(member, func(s *summary) *int { return &s.total }))
		case OnRequest:
			f = append(f, collection.BindOptional(
				member.Describe(doc+" It is told where the request says `count=true`.").Optional(),
				func(s *summary) **int { return &s.counted }))
		}
		if Total(t) == usual {
			suffix = ""
		}
		all[t] = collection.Of(name+suffix, f...).Describe("Which part of the list this is.")
	}
	return all
}

func pageFields() []collection.Field[summary] {
	return []collection.Field[summary]{
		collection.Bind(prop.Int("page").Min(1).Describe("The number of this page."), func(s *summary) *int { return &s.place }),
		collection.Bind(prop.Int("page_size").Min(1).Describe("How many entities a page has at most."), func(s *summary) *int { return &s.size }),
		hasMore(),
	}
}

func offsetFields() []collection.Field[summary] {
	return []collection.Field[summary]{
		collection.Bind(prop.Int("offset").Min(0).Describe("How many entities lie before this page."), func(s *summary) *int { return &s.place }),
		limitField(),
		hasMore(),
	}
}

func cursorFields() []collection.Field[summary] {
	return []collection.Field[summary]{
		limitField(),
		collection.Bind(prop.String("current_cursor").Describe("The cursor of this page; empty on the first."), func(s *summary) *string { return &s.current }),
		collection.Bind(prop.String("next_cursor").Describe("The cursor of the page after this one; empty on the last."), func(s *summary) *string { return &s.next }),
		hasMore(),
	}
}

func limitField() collection.Field[summary] {
	return collection.Bind(prop.Int("limit").Min(1).Describe("How many entities a page has at most."), func(s *summary) *int { return &s.size })
}

func hasMore() collection.Field[summary] {
	return collection.Bind(prop.Bool("has_more").Describe("Whether entities follow this page."), func(s *summary) *bool { return &s.more })
}

// envelope is the pagination object of a plan.
func (p Plan) envelope() collection.Collection[summary] {
	switch p.kind {
	case byOffset:
		return offsets[p.total]
	case byCursor:
		return cursors[p.total]
	}
	return pages[p.total]
}
