package pagination

import (
	"sync"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// summary is the value of a pagination object.
type summary struct {
	start   int // number of the page, or offset
	size    int
	current string
	next    string
	more    bool
	total   int
	counted *int // the total, if the request asked for it

	items, pages               int // of the list, for members of the application
	countedItems, countedPages *int
	nextLink, prevLink         *string
	firstKey, lastKey          keyText
}

// Each kind of plan has its own pagination object, in a variant for each total, so that a
// component of an OpenAPI document has the same members in all lists. The first list with a variant
// makes it: most programs need one of them.
var (
	pages   = variants(pageFields, "PagePagination", query.Always, "total_pages", "The number of pages.")
	offsets = variants(offsetFields, "OffsetPagination", query.Always, "total", "The total number of entities.")
	keyed   = variants(keyFields, "KeyPagination", query.Never, "total", "The total number of entities.")
	cursors = variants(cursorFields, "CursorPagination", query.Never, "total", "The total number of entities.")
)

// envelope is a pagination object. It has no type argument, as every package with a list
// would compile it anew.
type envelope struct {
	prop   prop.Prop          // nil: responses say nothing about the page
	codec  func() codec.Codec // compiles on the first call
	inline bool               // the members are next to the entities
	links  bool               // it has links
}

// variants returns the objects for the three totals. The usual one has the plain name.
func variants(fields func(*summary) collection.Fields, name string, usual query.Total, total, doc string) (all [3]func() *envelope) {
	for t, suffix := range [...]string{query.Never: "Uncounted", query.Always: "Counted", query.OnRequest: "Countable"} {
		if query.Total(t) == usual {
			suffix = ""
		}
		all[t] = sync.OnceValue(func() *envelope {
			member := prop.Int(total).Min(0).Describe(doc)
			c := collection.Of(name+suffix, func(s *summary) collection.Fields {
				switch query.Total(t) {
				case query.Always:
					return append(fields(s), member.At(&s.total))
				case query.OnRequest:
					return append(fields(s),
						member.Describe(doc+" Present if the request has `count=true`.").Optional().AtOptional(&s.counted))
				}
				return fields(s)
			}).Describe("The position of the page in the list.")
			return &envelope{prop: c.Object().As(defaultObject), codec: codec.BodyOf(c.List()).Codec}
		})
	}
	return all
}

func pageFields(s *summary) collection.Fields {
	return collection.Fields{
		prop.Int("page").Min(1).Describe("The number of this page.").At(&s.start),
		prop.Int("page_size").Min(1).Describe("The maximum number of entities on a page.").At(&s.size),
		hasMore(s),
	}
}

func offsetFields(s *summary) collection.Fields {
	return collection.Fields{
		prop.Int("offset").Min(0).Describe("The number of entities before this page.").At(&s.start),
		limitField(s),
		hasMore(s),
	}
}

func cursorFields(s *summary) collection.Fields {
	return collection.Fields{
		limitField(s),
		prop.String("current_cursor").Describe("The cursor of this page; empty on the first page.").At(&s.current),
		prop.String("next_cursor").Describe("The cursor of the next page; empty on the last page.").At(&s.next),
		hasMore(s),
	}
}

func keyFields(s *summary) collection.Fields { return collection.Fields{limitField(s), hasMore(s)} }

func limitField(s *summary) collection.Field {
	return prop.Int("limit").Min(1).Describe("The maximum number of entities on a page.").At(&s.size)
}

func hasMore(s *summary) collection.Field {
	return prop.Bool("has_more").Describe("Whether more entities follow.").At(&s.more)
}

// defaultObject is the name of pagination objects.
const defaultObject = "pagination"

// beforeDefault is the text before a pagination object of the default name.
var beforeDefault = []byte(`,"` + defaultObject + `":`)

// envelopeOf returns the pagination object of a plan.
func envelopeOf(p query.Plan) envelope {
	if p.Pagination != nil {
		return declaredEnvelope(p)
	}
	switch p.Kind {
	case query.ByOffset:
		return *offsets[p.Total]()
	case query.ByCursor:
		return *cursors[p.Total]()
	case query.ByKey:
		return *keyed[p.Total]()
	}
	return *pages[p.Total]()
}
