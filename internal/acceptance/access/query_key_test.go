package access_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A key in the query is a known parameter of the routes that accept it, and of no other.
func TestAKeyInTheQueryIsAParameter(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Authenticate(kit.Bearer, kit.QueryKey).
		Add(
			route.Get("/any", kit.SubjectText).Handle(kit.ServeSubject),
			route.Get("/public", kit.SubjectText).Public().Handle(kit.ServeSubject),
			route.Get("/token", kit.SubjectText).Requires(kit.Bearer).Handle(kit.ServeSubject),
			route.Get("/both", kit.SubjectText).Requires(authn.AllOf(kit.Bearer, kit.QueryKey)).Handle(kit.ServeSubject),
		))
	for _, tt := range []struct {
		target string
		token  string
		status int
		want   string
	}{
		{"/any?api_key=" + kit.Password, "", 200, "robot robot"},
		{"/any?api%5Fkey=" + kit.Password, "", 200, "robot robot"},
		{"/any?api_key=", "ann", 200, "ann ann"},
		{"/any?api_key=" + kit.Password + "&zz=1", "", 422, `"parameter":"zz"`},
		{"/any?API_KEY=" + kit.Password, "ann", 422, `"parameter":"API_KEY"`},
		{"/any?api_key=a&api_key=b", "", 400, "The key was sent more than once."},
		{"/public?api_key=" + kit.Password, "", 200, "robot robot"},
		{"/public?api_key=wrong", "", 401, "The key is not known."},
		{"/both?api_key=" + kit.Password, "ann", 200, "bearer=ann&query=robot"},
		{"/token?api_key=" + kit.Password, "ann", 422, `"parameter":"api_key"`},
	} {
		w := kit.Send(t, app, "GET", tt.target, "", kit.As(tt.token)...)
		if w.Status != tt.status || !strings.Contains(w.Body, tt.want) || strings.Contains(w.Body, kit.Password) {
			t.Errorf("%s: %d %s", tt.target, w.Status, w.Body)
		}
	}
}

// Links have the other parameters of the query.
func TestLinksOmitTheKey(t *testing.T) {
	type book struct{ Title string }
	title := prop.String("title")
	books := collection.Of("Book", func(b *book) collection.Fields { return collection.Fields{title.At(&b.Title).Key()} })
	app := kit.Build(t, tenon.New("Test", "1").Authenticate(kit.QueryKey).
		Add(route.List("/books", books.List(), paginate.ByPage()).Sorting(title).
			Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[book], error) {
				return mempage.Select(q, books, []book{{"a"}, {"b"}, {"c"}})
			})))
	w := kit.Send(t, app, "GET", "/books?limit=1&api%5Fkey="+kit.Password+"&order_by=title&api_key", "")
	if w.Status != 400 { // sent twice
		t.Errorf("%d %s", w.Status, w.Body)
	}
	w = kit.Send(t, app, "GET", "/books?limit=1&api%5Fkey="+kit.Password+"&order_by=title&page=2", "")
	want := `</books?limit=1&order_by=title&page=1>; rel="first", </books?limit=1&order_by=title&page=1>; rel="prev", ` +
		`</books?limit=1&order_by=title&page=3>; rel="next", </books?limit=1&order_by=title&page=3>; rel="last"`
	if got := w.Header.Get("Link"); w.Status != 200 || got != want {
		t.Errorf("%d %s", w.Status, got)
	}
}
