package tenon_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/route"
)

var queryKey = authn.APIKeyQuery("query", "api_key", authn.Keys(map[[32]byte]authn.Identity{
	authn.NewSecret(password).Hash(): authn.New("robot"),
}))

// TestAKeyInTheQueryIsNoUnknownParameter: where the route takes it; elsewhere it
// is one.
func TestAKeyInTheQueryIsNoUnknownParameter(t *testing.T) {
	app := tenon.New("Test", "1").Authenticate(bearer, queryKey).
		Add(
			route.Get("/any", route.Text(whoText)).Handle(who),
			route.Get("/public", route.Text(whoText)).Public().Handle(who),
			route.Get("/token", route.Text(whoText)).Requires(bearer).Handle(who),
			route.Get("/both", route.Text(whoText)).Requires(authn.AllOf(bearer, queryKey)).Handle(who),
		).MustBuild()
	ann := http.Header{"Authorization": {"Bearer ann"}}
	for _, tt := range []struct {
		target string
		header http.Header
		status int
		want   string
	}{
		{"/any?api_key=" + password, nil, 200, "robot robot"},
		{"/any?api%5Fkey=" + password, nil, 200, "robot robot"},
		{"/any?api_key=", ann, 200, "ann ann"},
		{"/any?api_key=" + password + "&zz=1", nil, 422, `"parameter":"zz"`},
		{"/any?API_KEY=" + password, ann, 422, `"parameter":"API_KEY"`},
		{"/any?api_key=a&api_key=b", nil, 400, "The key was sent more than once."},
		{"/public?api_key=" + password, nil, 200, "robot robot"},
		{"/public?api_key=wrong", nil, 401, "The key is not known."},
		{"/both?api_key=" + password, ann, 200, "bearer=ann&query=robot"},
		{"/token?api_key=" + password, ann, 422, `"parameter":"api_key"`},
	} {
		w := askWith(t, app, "GET", tt.target, "", tt.header)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) || strings.Contains(w.Body.String(), password) {
			t.Errorf("%s: %d %s", tt.target, w.Code, w.Body)
		}
	}
}

// TestLinksDoNotRepeatAKey: the other parameters stay.
func TestLinksDoNotRepeatAKey(t *testing.T) {
	moby := Book{ID: mobyDick, Title: "Moby-Dick", Pages: 635, Genre: Novel}
	app := tenon.New("Test", "1").Authenticate(queryKey).
		Add(route.List("/books", books.List(), paginate.ByPage()).Sorting(title).
			Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[Book], error) {
				return mempage.Select(q, books, []Book{moby, moby, moby})
			})).MustBuild()
	w := askWith(t, app, "GET", "/books?limit=1&api%5Fkey="+password+"&order_by=title&api_key", "", nil)
	if w.Code != 400 { // sent twice
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = askWith(t, app, "GET", "/books?limit=1&api%5Fkey="+password+"&order_by=title&page=2", "", nil)
	want := `</books?limit=1&order_by=title&page=1>; rel="first", </books?limit=1&order_by=title&page=1>; rel="prev", ` +
		`</books?limit=1&order_by=title&page=3>; rel="next", </books?limit=1&order_by=title&page=3>; rel="last"`
	if got := w.Header().Get("Link"); w.Code != 200 || got != want {
		t.Errorf("%d %s", w.Code, got)
	}
}
