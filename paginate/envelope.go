package paginate

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
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

// envelope is the pagination object of a plan: its property, and its codec. It says so
// without a type argument, which every package with a list would compile.
type envelope struct {
	prop  prop.Prop
	codec func(ir.Key) codec.Codec // compiled by whoever needs it first
}

// variants makes the collections for the three totals. The usual one has the
// plain name.
func variants(fields func(*summary) collection.Fields, name string, usual Total, total, doc string) (all [3]envelope) {
	for t, suffix := range [...]string{Never: "Uncounted", Always: "Counted", OnRequest: "Countable"} {
		member := prop.Int(total).Min(0).Describe(doc)
		if Total(t) == usual {
			suffix = ""
		}
		c := collection.Of(name+suffix, func(s *summary) collection.Fields {
			switch Total(t) {
			case Always:
				return append(fields(s), member.At(&s.total))
			case OnRequest:
				return append(fields(s),
					member.Describe(doc+" It is told where the request says `count=true`.").Optional().AtOptional(&s.counted))
			}
			return fields(s)
		}).Describe("Which part of the list this is.")
		all[t] = envelope{c.Object().As("pagination"), c.List().Codec}
	}
	return all
}

func pageFields(s *summary) collection.Fields {
	return collection.Fields{
		prop.Int("page").Min(1).Describe("The number of this page.").At(&s.place),
		prop.Int("page_size").Min(1).Describe("How many entities a page has at most.").At(&s.size),
		hasMore(s),
	}
}

func offsetFields(s *summary) collection.Fields {
	return collection.Fields{
		prop.Int("offset").Min(0).Describe("How many entities lie before this page.").At(&s.place),
		limitField(s),
		hasMore(s),
	}
}

func cursorFields(s *summary) collection.Fields {
	return collection.Fields{
		limitField(s),
		prop.String("current_cursor").Describe("The cursor of this page; empty on the first.").At(&s.current),
		prop.String("next_cursor").Describe("The cursor of the page after this one; empty on the last.").At(&s.next),
		hasMore(s),
	}
}

func limitField(s *summary) collection.Field {
	return prop.Int("limit").Min(1).Describe("How many entities a page has at most.").At(&s.size)
}

func hasMore(s *summary) collection.Field {
	return prop.Bool("has_more").Describe("Whether entities follow this page.").At(&s.more)
}

// envelope is the pagination object of a plan.
func (p Plan) envelope() envelope {
	switch p.kind {
	case byOffset:
		return offsets[p.total]
	case byCursor:
		return cursors[p.total]
	}
	return pages[p.total]
}
