package everything

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// An Entry is an item of lists.
type Entry struct {
	Number int
	Word   string
	Kind   string
	At     time.Time
	Note   *string
	Weight float64
}

// The properties of entries that lists sort and filter by.
var (
	EntryNumber = prop.Int("number").Min(1).Max(1_000_000)
	EntryWord   = prop.String("word").MinLen(1).MaxLen(20)
	EntryKind   = prop.Enum("kind", "good", "bad", "odd")
	EntryAt     = prop.DateTime("at").KeepOffset()
	EntryNote   = prop.String("note").MaxLen(30)
	EntryWeight = prop.Float64("weight").Min(0)
	entryText   = prop.String("q").MinLen(2).MaxLen(50)

	Entries = collection.Of("Entry", func(e *Entry) collection.Fields {
		return collection.Fields{
			EntryNumber.At(&e.Number).Key(),
			EntryWord.At(&e.Word),
			EntryKind.At(&e.Kind),
			EntryAt.At(&e.At),
			EntryNote.AtNullable(&e.Note),
			EntryWeight.At(&e.Weight),
		}
	})
)

var (
	byPage = route.List("/entries/pages", Entries.List(), paginate.ByPage().Default(2).Max(3)).
		ID("listEntriesByPage").Summary("List entries by page").Tag("other").
		Sorting(EntryWord, EntryNote).
		Filters(filters()...).
		Handle(entries)

	byOffset = route.List("/entries/offsets", Entries.List(), paginate.ByOffset().Total(paginate.OnRequest)).
			ID("listEntriesByOffset").Summary("List entries by offset").Tag("other").
			DefaultOrder(paginate.Desc(EntryAt)).
			Filters(paginate.Equal(EntryKind).Required()).
			Handle(entries)

	byOther = route.List("/entries/others", Entries.List(), paginate.ByPage().Total(paginate.OnRequest).MaxPage(100).
		Names(paginate.Names{Page: "page[number]", Limit: "page[size]", OrderBy: "sort", Direction: "direction"}).
		Pagination("", paginate.Fixed("object", "list"), paginate.TotalItems("total_count"), paginate.NextLink("next"))).
		ID("listEntriesOfOthers").Summary("List entries on another wire").Tag("other").
		Sorting(EntryWord).
		Handle(entries)

	byMeta = route.List("/entries/metas", Entries.List(), paginate.ByOffset().RepeatedOrder().
		Pagination("meta", paginate.TotalItems("total_count"), paginate.HasMore("more"))).
		ID("listEntriesWithMeta").Summary("List entries with an object of another name").Tag("other").
		Sorting(EntryWord, EntryNumber).
		Handle(entries)

	byKey = route.List("/entries/keys", Entries.List(), paginate.ByKey(EntryNumber).Total(paginate.OnRequest).
		Names(paginate.Names{After: "after", Before: "before_number"}).
		Pagination("", paginate.FirstKey("first"), paginate.LastKey("last"), paginate.HasMore("more"))).
		ID("listEntriesByKey").Summary("List entries by key").Tag("other").
		DefaultOrder(paginate.Desc(EntryAt)).
		Handle(entries)

	byCursor = route.List("/entries/cursors", Entries.List(), paginate.ByCursor([]byte("a key for tests, known to anybody"))).
			ID("listEntriesByCursor").Summary("List entries by cursor").Tag("other").
			Sorting(EntryWord, EntryNumber, EntryKind, EntryAt, EntryNote, EntryWeight).MaxTerms(3).
			Handle(entries)
)

// entryQuery is a filter with its own name.
var entryQuery = paginate.Equal(entryText).Describe("Words to look for.")

// filters returns a filter for every operator.
func filters() []paginate.Filterer {
	return []paginate.Filterer{
		paginate.Equal(EntryKind), paginate.In(EntryKind).As("kinds"),
		paginate.AtLeast(EntryWeight), paginate.AtMost(EntryWeight),
		paginate.Greater(EntryAt).As("after"), paginate.Less(EntryAt).As("before"),
		paginate.Between(EntryNumber).As("numbers"),
		paginate.Contains(EntryWord), paginate.Prefix(EntryNote), paginate.IsNull(EntryNote),
		entryQuery,
	}
}

func entries(_ *route.Call, q paginate.Query) (paginate.Result[Entry], error) {
	note := "n"
	return mempage.Select(q, Entries, []Entry{
		{1, "a", "good", epoch, nil, 0.5}, {2, "b", "bad", epoch, &note, 1}, {3, "b", "odd", epoch, nil, 2},
	}, mempage.Where(entryQuery, func(e *Entry, text string) bool { return e.Word == text }))
}
