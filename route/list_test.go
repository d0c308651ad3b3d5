package route_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type tune struct {
	ID    int
	Title string
	Year  int
	Genre string
}

var (
	tuneID    = prop.Int("id").Min(1).Max(1_000_000)
	tuneTitle = prop.String("title").MaxLen(20)
	tuneYear  = prop.Int("year").Min(1500).Max(2100)
	tuneGenre = prop.Enum("genre", "rock", "jazz", "folk")

	tunes = collection.Of("Tune", func(t *tune) collection.Fields {
		return collection.Fields{
			tuneID.At(&t.ID).Key(),
			tuneTitle.At(&t.Title),
			tuneYear.At(&t.Year),
			tuneGenre.At(&t.Genre),
		}
	})
	since = paginate.AtLeast(tuneYear).As("since")
)

// jukebox has n tunes, four in each year.
func jukebox(n int) []tune {
	all := make([]tune, n)
	for i := range all {
		all[i] = tune{i + 1, fmt.Sprintf("tune %d", i%7), 1950 + i/4, []string{"rock", "jazz", "folk"}[i%3]}
	}
	return all
}

// listing serves tunes.
func listing(plan paginate.Plan, all []tune) *route.Route {
	return route.List("/tunes", tunes.List(), plan).
		Sorting(tuneTitle, tuneYear).
		Filters(paginate.Equal(tuneGenre), since, paginate.In(tuneYear).As("years")).
		Handle(func(c *route.Call, q paginate.Query) (paginate.Result[tune], error) {
			return mempage.Select(q, tunes, all)
		})
}

// listedPage is what a list answers.
type listedPage struct {
	Data       []struct{ ID int }
	Pagination map[string]any
}

func list(t *testing.T, s *httptest.Server, path string) (listedPage, http.Header) {
	t.Helper()
	res, text := asked(t, s, "GET", path, "")
	var v listedPage
	if err := json.Unmarshal([]byte(text), &v); err != nil || res.StatusCode != 200 {
		t.Fatalf("%s: %d %v\n%s", path, res.StatusCode, err, text)
	}
	return v, res.Header
}

var (
	pageKeyForTests = []byte(strings.Repeat("k", 32))
	anyCursor       = regexp.MustCompile(`"(current|next)_cursor":"[A-Za-z0-9_-]+"`)
)

func TestTheMembersOfPagination(t *testing.T) {
	for _, tt := range []struct {
		plan  paginate.Plan
		tunes int
		query string
		want  string
	}{
		{paginate.ByPage(), 0, "", `"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":0}`},
		{paginate.ByPage(), 41, "", `"pagination":{"page":1,"page_size":20,"has_more":true,"total_pages":3}`},
		{paginate.ByPage(), 41, "?page=3", `"pagination":{"page":3,"page_size":20,"has_more":false,"total_pages":3}`},
		{paginate.ByPage(), 41, "?page=20000000&limit=100", `"pagination":{"page":20000000,"page_size":100,"has_more":false,"total_pages":1}`},
		{paginate.ByPage().Total(paginate.Never), 41, "", `"pagination":{"page":1,"page_size":20,"has_more":true}`},
		{paginate.ByPage().Total(paginate.OnRequest), 41, "", `"pagination":{"page":1,"page_size":20,"has_more":true}`},
		{paginate.ByPage().Total(paginate.OnRequest), 41, "?count=true", `"pagination":{"page":1,"page_size":20,"has_more":true,"total_pages":3}`},
		{paginate.ByOffset(), 0, "", `"pagination":{"offset":0,"limit":20,"has_more":false,"total":0}`},
		{paginate.ByOffset(), 41, "?offset=40&limit=1", `"pagination":{"offset":40,"limit":1,"has_more":false,"total":41}`},
		{paginate.ByOffset(), 41, "?offset=39&limit=1", `"pagination":{"offset":39,"limit":1,"has_more":true,"total":41}`},
		{paginate.ByCursor(pageKeyForTests), 0, "", `"pagination":{"limit":20,"current_cursor":"","next_cursor":"","has_more":false}`},
		{paginate.ByCursor(pageKeyForTests), 20, "", `"pagination":{"limit":20,"current_cursor":"","next_cursor":"","has_more":false}`},
		{paginate.ByCursor(pageKeyForTests), 21, "", `"pagination":{"limit":20,"current_cursor":"","next_cursor":"*","has_more":true}`},
		{paginate.ByCursor(pageKeyForTests).Total(paginate.Always), 0, "", `"has_more":false,"total":0}`},
	} {
		s := served(t, listing(tt.plan, jukebox(tt.tunes)))
		res, text := asked(t, s, "GET", "/v1/tunes"+tt.query, "")
		text = anyCursor.ReplaceAllString(text, `"${1}_cursor":"*"`)
		if res.StatusCode != 200 || !strings.Contains(text, tt.want) || !strings.HasPrefix(text, `{"data":[`) {
			t.Errorf("%s: %d, want %s\n%s", tt.query, res.StatusCode, tt.want, text)
		}
	}
}

func TestWhatAListRefuses(t *testing.T) {
	s := served(t, listing(paginate.ByPage().Default(10).Max(50), jukebox(5)))
	cursors := served(t, listing(paginate.ByCursor(pageKeyForTests), jukebox(5)))
	for _, tt := range []struct {
		s           *httptest.Server
		query, want string
	}{
		{s, "limit=0", "min limit"},
		{s, "limit=51", "max limit"},
		{s, "limit=-1", "min limit"},
		{s, "limit=ten", "type limit"},
		{s, "limit=", "type limit"},
		{s, "limit=1&limit=2", "repeated limit"},
		{s, "page=0", "min page"},
		{s, "page=1000000001", "max page"},
		{s, "page=1.5", "type page"},
		{s, "offset=0", "unknown offset"},
		{s, "cursor=a", "unknown cursor"},
		{s, "count=true", "unknown count"},
		{s, "artist=x", "unknown artist"},
		{s, "order_by=", "one_of order_by"},
		{s, "order_by=id", "one_of order_by"},
		{s, "order_by=Title", "one_of order_by"},
		{s, "order_by=title,", "one_of order_by"},
		{s, "order_by=title,title", "unique order_by"},
		{s, "order_by=title,-title", "order_by_twice order_by"},
		{s, "order_by=--title", "one_of order_by"},
		{s, "order_by=title&order_by=year", "repeated order_by"},
		{s, "genre=pop", "one_of genre"},
		{s, "genre=rock,jazz", "one_of genre"},
		{s, "since=1499", "min since"},
		{s, "years=1990,x", "type years"},
		{s, "years=1990,1990", "unique years"},
		{s, "genre=pop&since=1&limit=0&order_by=x&what=1", "unknown what, min limit, one_of order_by, one_of genre, min since"},
		{cursors, "cursor=", "cursor cursor"},
		{cursors, "cursor=abc", "cursor cursor"},
		{cursors, "page=1", "unknown page"},
		{cursors, "cursor=abc&what=1", "unknown what, cursor cursor"},
	} {
		res, text := asked(t, tt.s, "GET", "/v1/tunes?"+tt.query, "")
		var p struct {
			Errors []struct{ Code, In, Parameter string }
		}
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Fatalf("%s: %s", tt.query, text)
		}
		var got []string
		for _, e := range p.Errors {
			got = append(got, e.Code+" "+e.Parameter)
			if e.In != "query" {
				t.Errorf("%s: in %q", tt.query, e.In)
			}
		}
		if res.StatusCode != 422 || strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %d %s, want %s\n%s", tt.query, res.StatusCode, strings.Join(got, ", "), tt.want, text)
		}
	}
}

func TestEverySpellingOfAnOrder(t *testing.T) {
	s := served(t, listing(paginate.ByPage().Default(100), jukebox(12)))
	order := func(query string) (ids []int) {
		v, _ := list(t, s, "/v1/tunes"+query)
		for _, d := range v.Data {
			ids = append(ids, d.ID)
		}
		return ids
	}
	up, down := order("?order_by=title"), order("?order_by=-title")
	if slices.Equal(up, down) || len(up) != 12 {
		t.Fatalf("%v and %v", up, down)
	}
	for _, spelling := range []string{"%2Btitle", "+title", "%20title"} {
		if got := order("?order_by=" + spelling); !slices.Equal(got, up) {
			t.Errorf("%s: %v, want %v", spelling, got, up)
		}
	}
	both := order("?order_by=-year,+title")
	if want := []int{9, 10, 11, 12, 8, 5, 6, 7, 1, 2, 3, 4}; !slices.Equal(both, want) {
		t.Errorf("-year,title: %v, want %v", both, want)
	}
	if got := order("?order_by=-year%2Ctitle"); !slices.Equal(got, both) {
		t.Errorf("an escaped comma: %v", got)
	}
}

func TestFiltersNarrowAList(t *testing.T) {
	s := served(t, listing(paginate.ByOffset(), jukebox(12)))
	for query, want := range map[string][]int{
		"genre=jazz":            {2, 5, 8, 11},
		"since=1952":            {9, 10, 11, 12},
		"genre=jazz&since=1952": {11},
		"years=1950,1952":       {1, 2, 3, 4, 9, 10, 11, 12},
		"years=1950%2C1952":     {1, 2, 3, 4, 9, 10, 11, 12}, // as browsers write it
		"years=1999":            nil,
	} {
		v, _ := list(t, s, "/v1/tunes?"+query)
		var ids []int
		for _, d := range v.Data {
			ids = append(ids, d.ID)
		}
		if !slices.Equal(ids, want) || v.Pagination["total"] != float64(len(want)) {
			t.Errorf("%s: %v of %v, want %v", query, ids, v.Pagination["total"], want)
		}
	}
}

// links are where a list leads, resolved as a client does.
func links(t *testing.T, s *httptest.Server, at string, h http.Header) map[string]string {
	t.Helper()
	base, err := url.Parse(s.URL + at)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`<([^>]*)>; rel="([a-z]+)"`).FindAllStringSubmatch(h.Get("Link"), -1) {
		to, err := base.Parse(m[1])
		if err != nil {
			t.Fatal(err)
		}
		out[m[2]] = strings.TrimPrefix(to.String(), s.URL)
	}
	return out
}

func TestLinksLeadThroughEveryPageAndBack(t *testing.T) {
	for name, plan := range map[string]paginate.Plan{
		"page": paginate.ByPage(), "offset": paginate.ByOffset(), "cursor": paginate.ByCursor(pageKeyForTests),
		"uncounted": paginate.ByPage().Total(paginate.Never),
	} {
		t.Run(name, func(t *testing.T) {
			s := served(t, listing(plan, jukebox(50)))
			var forward, back []int
			at := "/v1/tunes?since=1951&limit=7&order_by=-title,year"
			for pages := 0; ; pages++ {
				v, h := list(t, s, at)
				for _, d := range v.Data {
					forward = append(forward, d.ID)
				}
				to := links(t, s, at, h)
				for rel, path := range to {
					u, _ := url.Parse(path)
					q := u.Query()
					if q.Get("since") != "1951" || q.Get("limit") != "7" || q.Get("order_by") != "-title,year" {
						t.Fatalf("%s loses what the client asked for: %s", rel, path)
					}
				}
				if v.Pagination["has_more"] != (to["next"] != "") {
					t.Fatalf("has_more is %v, and next %q", v.Pagination["has_more"], to["next"])
				}
				if to["next"] == "" || pages > 20 {
					break
				}
				at = to["next"]
			}
			if n := len(slices.Compact(slices.Sorted(slices.Values(forward)))); n != 46 || len(forward) != 46 {
				t.Fatalf("%d tunes, %d different", len(forward), n)
			}
			for {
				v, h := list(t, s, at)
				for _, d := range slices.Backward(v.Data) {
					back = append(back, d.ID)
				}
				to := links(t, s, at, h)
				if to["prev"] == "" {
					break
				}
				at = to["prev"]
			}
			if slices.Reverse(back); !slices.Equal(back, forward) {
				t.Errorf("back %v, forward %v", back, forward)
			}
		})
	}
}

func TestLinksAreWhereTheClientAsked(t *testing.T) {
	app, err := tenon.New("Test", "1").Group("/v1", listing(paginate.ByOffset(), jukebox(50))).Build()
	if err != nil {
		t.Fatal(err)
	}
	absolute, err := tenon.New("Test", "1").BaseURL("https://api.example.com/shop/").Group("/v1", listing(paginate.ByOffset(), jukebox(50))).Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		h            http.Handler
		target, want string
	}{
		{app, "/v1/tunes?limit=30", `</v1/tunes?limit=30&offset=0>; rel="first", </v1/tunes?limit=30&offset=30>; rel="next", </v1/tunes?limit=30&offset=30>; rel="last"`},
		{http.StripPrefix("/api", app), "/api/v1/tunes?limit=30&offset=0", `</api/v1/tunes?limit=30&offset=0>; rel="first", `},
		{absolute, "/v1/tunes?offset=0&limit=30", `<https://api.example.com/shop/v1/tunes?limit=30&offset=0>; rel="first"`},
		{app, "/v1/tunes?genre=jazz&o%66fset=1&limit=1", `</v1/tunes?genre=jazz&limit=1&offset=0>; rel="first"`},
	} {
		w := httptest.NewRecorder()
		tt.h.ServeHTTP(w, httptest.NewRequest("GET", tt.target, nil))
		if got := w.Header().Get("Link"); w.Code != 200 || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %d %s\nwant %s", tt.target, w.Code, got, tt.want)
		}
	}
}

// A client cannot write a link into the header.
func TestLinksEscapeWhatAClientWrites(t *testing.T) {
	open := route.List("/tunes", tunes.List(), paginate.ByOffset()).IgnoreUnknown().
		Handle(func(*route.Call, paginate.Query) (paginate.Result[tune], error) {
			return paginate.Result[tune]{Items: jukebox(1), More: true, Total: 90}, nil
		})
	app, err := tenon.New("Test", "1").Add(open).Build()
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/tunes", nil)
	r.RequestURI = "//evil.example/tunes"
	r.URL.RawQuery = `a=>; rel="next",<https://evil.example>` + "\x7f\xff"
	r.URL.RawQuery = strings.ReplaceAll(r.URL.RawQuery, ";", "")
	w := httptest.NewRecorder()
	app.ServeHTTP(w, r)
	want := `</.//evil.example/tunes?a=%3E%20rel=%22next%22,%3Chttps://evil.example%3E%7F%FF&offset=0>; rel="first", `
	if got := w.Header().Get("Link"); !strings.HasPrefix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestABareListHasItsLinks(t *testing.T) {
	app, err := tenon.New("Test", "1").Renderer(render.NoEnvelope()).Add(listing(paginate.ByCursor(pageKeyForTests), jukebox(3))).Build()
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("GET", "/tunes?limit=1", nil))
	if text := w.Body.String(); !strings.HasPrefix(text, "[{") || !strings.HasSuffix(text, "}]") || !strings.Contains(w.Header().Get("Link"), `rel="next"`) ||
		!strings.HasPrefix(w.Header().Get("Pagination"), `{"`) || !strings.Contains(w.Header().Get("Pagination"), `"has_more":true`) {
		t.Errorf("%s %s", text, w.Header())
	}
	app = tenon.New("Test", "1").Renderer(render.NoEnvelope()).Add(listing(paginate.ByPage(), jukebox(3))).MustBuild()
	w = httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("GET", "/tunes?limit=1&page=2", nil))
	if got := w.Header().Get("Pagination"); got != `{"page":2,"page_size":1,"has_more":true,"total_pages":3}` {
		t.Errorf("%s", got)
	}
}

func TestAQueryIsReadWithoutHTTP(t *testing.T) {
	l := route.List("/tunes", tunes.List(), paginate.ByPage()).Sorting(tuneYear).Filters(since)
	q, err := l.Parse("limit=3&page=2&since=1999&order_by=-year")
	if err != nil {
		t.Fatal(err)
	}
	order := q.Order()
	if q.Limit() != 3 || q.Offset() != 3 || since.Get(q) != 1999 || len(order) != 2 ||
		!order[0].FromClient() || !order[0].Descending() || order[1].FromClient() || !order[1].Is(tuneID) || !order[1].Descending() {
		t.Errorf("%+v", q)
	}
	if _, err := l.Parse("limit=0&what"); err == nil || !strings.Contains(err.Error(), "query parameter limit: must be at least 1 (min)") ||
		!strings.Contains(err.Error(), "query parameter what: is not recognized (unknown)") {
		t.Errorf("%v", err)
	}
	if _, err := l.Parse("a=%zz"); err == nil || !strings.Contains(err.Error(), "malformed") {
		t.Errorf("%v", err)
	}
	if err := l.Err(); err != nil {
		t.Error(err)
	}
	if err := l.Sorting(tuneYear, nil).Err(); err == nil || !strings.Contains(err.Error(), "list_test.go:") {
		t.Errorf("got %v", err)
	}
	if _, err := l.Sorting(tuneYear, nil).Parse(""); err == nil || !strings.Contains(err.Error(), "list_test.go:") {
		t.Errorf("%v", err)
	}
}
