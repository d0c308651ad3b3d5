package apitest_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type entry struct {
	ID     int
	Text   string
	Stars  int
	Public bool
	Note   *string
	Tags   []string
	Words  []string
	Extra  *map[string]string
}

var (
	entryID = prop.Int("id").Min(1).ReadOnly()
	words   = prop.Array(prop.String("word").MinLen(1)).As("words").Default(nil)
	extra   = prop.Map(prop.String("extra")).Optional()
	entries = collection.Of("Entry", func(e *entry) collection.Fields {
		return collection.Fields{
			entryID.At(&e.ID).Key(), prop.String("text").At(&e.Text), prop.Int("stars").Min(-5).Max(5).At(&e.Stars),
			prop.Bool("public").Default(false).At(&e.Public), prop.String("note").Optional().AtOptional(&e.Note),
			tags.At(&e.Tags), words.At(&e.Words), extra.AtOptional(&e.Extra),
		}
	})
	form      = route.Form(entries.Create(), route.CSV(words), route.DeepObject(extra))
	multipart = route.Multipart(entries.Create())
)

// book is a store of entries; change is a fault of it.
type book struct {
	mu     sync.Mutex
	all    []entry
	last   int
	change func(*entry)
}

func (b *book) api(body route.Body[entry]) tenon.API {
	find := func(id int, then func(i int)) error {
		for i := range b.all {
			if b.all[i].ID == id {
				then(i)
				return nil
			}
		}
		return noSuchTool
	}
	return tenon.New("Entries", "1.0.0").Logger(quiet).Add(
		route.Post("/entries", body, entries.View()).Handle(func(_ *route.Call, in entry) (entry, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.last++
			in.ID = b.last
			b.change(&in)
			b.all = append(b.all, in)
			return in, nil
		}),
		route.Get("/entries/{id}", entries.View()).Path(entryID).Fails(noSuchTool).Handle(func(c *route.Call) (out entry, err error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			return out, find(entryID.Get(c), func(i int) { out = b.all[i] })
		}),
		route.Put("/entries/{id}", body, entries.View()).Path(entryID).Fails(noSuchTool).Handle(func(c *route.Call, in entry) (entry, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			in.ID = entryID.Get(c)
			b.change(&in)
			return in, find(in.ID, func(i int) { b.all[i] = in })
		}),
		route.Delete("/entries/{id}", collection.NoContent()).Path(entryID).Fails(noSuchTool).Handle(func(c *route.Call) (none collection.Empty, err error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			return none, find(entryID.Get(c), func(i int) { b.all = append(b.all[:i:i], b.all[i+1:]...) })
		}),
		route.List("/entries", entries.List(), paginate.ByPage()).Handle(func(c *route.Call, q paginate.Query) (paginate.Result[entry], error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			return mempage.Select(q, entries, b.all)
		}),
	)
}

func TestHistoriesOfForms(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*entry)
		found  bool
	}{
		{"right", func(*entry) {}, false},
		{"trims texts", func(e *entry) { e.Text = strings.TrimSpace(e.Text) }, true},
		{"loses an optional text", func(e *entry) { e.Note = nil }, true},
		{"loses the last tag", func(e *entry) { e.Tags = e.Tags[:max(len(e.Tags)-1, 0)] }, true},
		{"loses a list with a delimiter", func(e *entry) { e.Words = nil }, true},
		{"takes numbers as positive", func(e *entry) { e.Stars = max(e.Stars, 0) }, true},
		{"loses a flag", func(e *entry) { e.Public = false }, true},
	} {
		for format, body := range map[string]route.Body[entry]{"form": form, "multipart": multipart} {
			build := func() *tenon.App { return (&book{change: test.change}).api(body).MustBuild() }
			var r recorder
			apitest.Laws(&r, build())
			apitest.Histories(&r, build(), apitest.Runs(40))
			if found := len(r.failures) > 0; found != test.found {
				t.Errorf("%s, %s: found %q", test.name, format, r.failures)
			}
		}
	}
}

// Mocks keep what forms send.
func TestMockOfForms(t *testing.T) {
	for _, body := range []route.Body[entry]{form, multipart} {
		mock := apitest.Mock((&book{}).api(body))
		apitest.Laws(t, mock)
		apitest.Histories(t, mock, apitest.Runs(40))
	}
}
