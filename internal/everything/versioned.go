package everything

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Memo is an entity with versions.
type Memo struct {
	ID       int
	Text     string
	Part     *Part
	Revision int
	Changed  time.Time
}

// The properties of a memo.
var (
	MemoID   = prop.Int("id").Min(1).ReadOnly()
	Revision = prop.Int("revision").Min(0).ReadOnly()
)

// Memos groups the members of a memo.
var Memos = collection.Of("Memo", func(m *Memo) collection.Fields {
	return collection.Fields{
		MemoID.At(&m.ID).Key(),
		prop.String("text").MaxLen(99).At(&m.Text),
		prop.Nullable(prop.Object(Parts)).Default(nil).At(&m.Part),
		Revision.At(&m.Revision),
		prop.DateTime("changed_at").ReadOnly().At(&m.Changed),
	}
}).Versioned(func(m *Memo) collection.Version {
	return collection.Version{Tag: strconv.Itoa(m.Revision), Modified: m.Changed}
})

// memos has a route for each way to meet a version. Every memo is at revision 1.
var memos = route.Group("/memos/{id}",
	route.Get("", Memos.View()).
		ID("showMemo").Summary("Show a memo").
		Handle(func(c *route.Call) (Memo, error) { return memo(c), nil }),
	route.Put("", Memos.Replace(), Memos.View()).
		ID("replaceMemo").Summary("Replace a memo").
		RequirePrecondition().
		Handle(func(c *route.Call, r collection.Replacement[Memo]) (Memo, error) {
			m := memo(c)
			err := r.Apply(&m)
			return next(m), err
		}),
	route.Patch("", Memos.Update(), Memos.View()).
		ID("updateMemo").Summary("Change a memo").
		Handle(func(c *route.Call, p collection.Patch[Memo]) (Memo, error) {
			m := memo(c)
			err := p.Apply(&m)
			return next(m), err
		}),
	route.Delete("", Memos.Delete()).
		ID("deleteMemo").Summary("Delete a memo").
		Handle(func(c *route.Call) (Memo, error) {
			m := memo(c)
			err := c.CheckVersion(Memos.VersionOf(&m))
			return m, err
		}),
).Path(MemoID).Tag("memos")

func memo(c *route.Call) Memo {
	return Memo{ID: MemoID.Get(c), Text: "Remember.", Revision: 1, Changed: epoch}
}

func next(m Memo) Memo {
	m.Revision++
	return m
}
