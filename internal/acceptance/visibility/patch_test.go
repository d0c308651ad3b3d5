package visibility_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type memo struct {
	ID       int
	Email    string
	Password string
	Part     *memoPart
	ByName   map[string]memoPart
}

type memoPart struct {
	Name  string
	Count int
	Size  int
}

var (
	memoID    = prop.Int("id").ReadOnly()
	memoParts = collection.Of("MemoPart", func(p *memoPart) collection.Fields {
		return collection.Fields{
			prop.String("name").At(&p.Name),
			prop.Int("count").At(&p.Count),
			prop.Int("size").Default(5).At(&p.Size),
		}
	})
	memos = collection.Of("Memo", func(m *memo) collection.Fields {
		return collection.Fields{
			memoID.At(&m.ID).Key(),
			prop.String("email").MinLen(3).At(&m.Email),
			prop.String("password").MinLen(8).WriteOnly().At(&m.Password).Except(collection.Update),
			prop.Nullable(prop.Object(memoParts)).As("part").Default(nil).At(&m.Part),
			prop.Map(prop.Object(memoParts)).As("by_name").Default(nil).At(&m.ByName),
		}
	})
)

// memoStore has one memo, and does not load its password.
type memoStore struct{ memo memo }

func (s *memoStore) Update(_ context.Context, _ int, p collection.Patch[memo]) (memo, error) {
	err := p.Apply(&s.memo)
	return s.memo, err
}

func (s *memoStore) Replace(_ context.Context, _ int, r collection.Replacement[memo]) (memo, error) {
	err := r.Apply(&s.memo)
	return s.memo, err
}

// An object that a patch creates has what a POST would require.
func TestPatchesCreateCompleteObjects(t *testing.T) {
	for _, tt := range []struct {
		method, content string
		status          int
		want            string
	}{
		{"PATCH", `{"part":{"count":1}}`, 422, "required@#/part/name"},
		{"PATCH", `{"part":{}}`, 422, "required@#/part/name required@#/part/count"},
		{"PATCH", `{"by_name":{"k":{"name":"n"}}}`, 422, "required@#/by_name/k/count"},
		{"PATCH", `{"part":{"name":"n","count":1}}`, 200, `"part":{"name":"n","count":1,"size":5}`},
		{"PATCH", `{"by_name":{"k":{"name":"n","count":1}}}`, 200, `"by_name":{"k":{"name":"n","count":1,"size":5}}`},
		{"PATCH", `{"email":"e@x"}`, 200, `"email":"e@x"`},
		{"PATCH", `{"email":"e"}`, 422, "min_length@#/email"},
		{"PATCH", `{"password":"another one"}`, 422, "read_only@#/password"},
		{"PUT", `{"email":"e@x","password":"a password","part":{"count":1}}`, 422, "required@#/part/name"},
		{"PUT", `{"email":"e@x","part":{"name":"n","count":1}}`, 422, "required@#/password"},
		{"PUT", `{"email":"e@x","password":"a password","part":{"name":"n","count":1}}`, 200, `"size":5`},
	} {
		store := &memoStore{memo{ID: 1, Email: "a@x"}}
		app := kit.Build(t, tenon.New("Memos", "1").Add(route.Resource("/memos", memos, memoID, store)))
		w := kit.Send(t, app, tt.method, "/memos/1", tt.content)
		got := w.Body
		if w.Status == 422 {
			if got = violations(t, w); store.memo.Part != nil || store.memo.ByName != nil {
				t.Errorf("%s %s has changed %+v", tt.method, tt.content, store.memo)
			}
		}
		if w.Status != tt.status || w.Status == 422 && got != tt.want || !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: %d %s, want %d %s", tt.method, tt.content, w.Status, got, tt.status, tt.want)
		}
	}
}
