package prop_test

import (
	base16 "encoding/hex"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// echoed is a property, and what copies its value from a call into an answer.
type echoed struct {
	prop.Prop
	copy func(from prop.Source, to prop.Sink)
}

func echo[V any](p interface {
	prop.Of[V]
	Set(prop.Sink, V)
}) echoed {
	return echoed{p, func(from prop.Source, to prop.Sink) { p.Set(to, p.Get(from)) }}
}

func same(s string) (string, error) { return s, nil }

func itself(s string) string { return s }

type label string

// textual are properties of every kind that a text can stand for.
func textual(name string) map[string]echoed {
	own := func() *prop.ScalarProp[string] { return prop.TextOf(name, same, itself) }
	return map[string]echoed{
		"String":        echo(prop.String(name)),
		"StringOf":      echo(prop.StringOf[label](name)),
		"with a rule":   echo(prop.String(name).MaxLen(9)),
		"with Pattern":  echo(prop.String(name).Pattern("^.*$")),
		"TextOf":        echo(own()),
		"TextOf struct": echo(prop.TextOf(name, func(s string) (struct{ s string }, error) { return struct{ s string }{s}, nil }, func(v struct{ s string }) string { return v.s })),
		"TextOf ruled":  echo(own().Rule("odd", "must be odd", func(string) bool { return true })),
		"TextOf format": echo(own().Format("ulid").Pattern("^.*$").Ordered(strings.Compare, 20)),
		"Enum":          echo(prop.Enum(name, "a", "b")),
		"Const":         echo(prop.Const(name, "a")),
		"UUID":          echo(prop.UUID(name)),
		"UUIDOf":        echo(prop.UUIDOf[[16]byte](name)),
		"Email":         echo(prop.Email(name)),
		"URI":           echo(prop.URI(name)),
		"URIReference":  echo(prop.URIReference(name)),
		"Hostname":      echo(prop.Hostname(name)),
		"Time":          echo(prop.Time(name)),
		"Date":          echo(prop.Date(name)),
		"DateTime":      echo(prop.DateTime(name)),
		"UnixTime":      echo(prop.UnixTime(name)),
		"Duration":      echo(prop.Duration(name)),
		"IP":            echo(prop.IP(name)),
		"IPPrefix":      echo(prop.IPPrefix(name)),
		"Decimal":       echo(prop.Decimal(name)),
		"Bytes":         echo(prop.Bytes(name)),
		"Int":           echo(prop.Int(name)),
		"Quoted":        echo(prop.Int64(name).Quoted()),
		"Float64":       echo(prop.Float64(name)),
		"Bool":          echo(prop.Bool(name)),
	}
}

// listed are lists of them.
func listed(name string) map[string]echoed {
	return map[string]echoed{
		"strings":      echo(prop.Array(prop.String(name))),
		"own texts":    echo(prop.Array(prop.TextOf(name, same, itself))),
		"unique texts": echo(prop.Array(prop.TextOf(name, same, itself)).Unique()),
		"choices":      echo(prop.Array(prop.Enum(name, "a", "b"))),
	}
}

// TestNoTextIsAnythingButUTF8 sends bytes that are no UTF-8 wherever a request has a
// text. Every one is refused: what were let through could not be sent back.
func TestNoTextIsAnythingButUTF8(t *testing.T) {
	const name = "X-V"
	for kind, p := range textual(name) {
		part := prop.Object(collection.New("Part", p.Prop)).As("in")
		api := tenon.New("Texts", "1").Add(echoing(p, "/path/{X-V}", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] { return r.Path(p.Prop) }))
		api = api.Add(
			echoing(p, "/header", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] {
				return r.Header(p.Prop)
			}),
			echoing(p, "/cookie", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] {
				return r.Cookie(p.Prop)
			}),
			echoing(p, "/query", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] {
				return r.Query(p.Prop)
			}),
			route.Get("/members", collection.New("Members", p.Prop).View()).Query(route.DeepObject(part)).Handle(func(c *route.Call) (collection.Record, error) {
				return part.Get(c), nil
			}),
		)
		for path, wrap := range map[string]func(*collection.Body[collection.Record]) route.Body[collection.Record]{
			"/form": func(b *collection.Body[collection.Record]) route.Body[collection.Record] {
				return route.Form[collection.Record](b)
			},
			"/parts": func(b *collection.Body[collection.Record]) route.Body[collection.Record] {
				return route.Multipart[collection.Record](b)
			},
			"/json": func(b *collection.Body[collection.Record]) route.Body[collection.Record] { return b },
		} {
			texts := collection.New("Content", p.Prop)
			api = api.Add(route.Post(path, wrap(texts.Create()), texts.View()).Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }))
		}
		refusesBytes(t, kind, api.MustBuild(), name)
	}
	for kind, p := range listed(name) {
		app := tenon.New("Lists", "1").Add(
			echoing(p, "/query", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] {
				return r.Query(p.Prop)
			}),
			echoing(p, "/header", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] {
				return r.Header(p.Prop)
			}),
			echoing(p, "/cookie", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] {
				return r.Cookie(p.Prop)
			}),
		).MustBuild()
		refusesBytes(t, "a list of "+kind, app, name)
	}
}

// echoing is a route that answers with the value of an input.
func echoing(p echoed, path string, in func(*route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record]) *route.Route {
	answer := collection.New("Answer", p.Prop)
	return in(route.Get(path, answer.View())).Handle(func(c *route.Call) (collection.Record, error) {
		r := collection.NewRecord(answer)
		p.copy(c, r)
		return r, nil
	})
}

// refusesBytes sends a value that is no UTF-8 to each operation that an app has.
func refusesBytes(t *testing.T, kind string, app http.Handler, name string) {
	t.Helper()
	const bad = "a\xff\xc0\x80"
	escaped := url.QueryEscape(bad)
	multipart := "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + bad + "\r\n--b--\r\n"
	for _, r := range []*http.Request{
		httptest.NewRequest("GET", "/query?"+name+"="+escaped, nil),
		httptest.NewRequest("GET", "/query?"+name+"="+bad, nil),
		httptest.NewRequest("GET", "/query?"+name+"=a,"+escaped, nil),
		httptest.NewRequest("GET", "/path/"+escaped, nil),
		httptest.NewRequest("GET", "/members?in["+name+"]="+escaped, nil),
		withField(httptest.NewRequest("GET", "/header", nil), name, bad),
		withField(httptest.NewRequest("GET", "/cookie", nil), "Cookie", name+"="+escaped),
		withField(httptest.NewRequest("POST", "/form", strings.NewReader(name+"="+escaped)), "Content-Type", "application/x-www-form-urlencoded"),
		withField(httptest.NewRequest("POST", "/parts", strings.NewReader(multipart)), "Content-Type", "multipart/form-data; boundary=b"),
		withField(httptest.NewRequest("POST", "/json", strings.NewReader(`{"`+name+`":"`+bad+`"}`)), "Content-Type", "application/json"),
	} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		if w.Code != http.StatusBadRequest && w.Code != http.StatusUnprocessableEntity && (w.Code != http.StatusNotFound || !strings.HasPrefix(kind, "a list")) {
			t.Errorf("%s: %s %s: %d %s", kind, r.Method, r.URL.Path, w.Code, w.Body)
		}
	}
}

func withField(r *http.Request, name, value string) *http.Request {
	r.Header.Set(name, value)
	return r
}

// TestWhatIsReadCanBeWritten: a text may be valid, and what its parser makes of it
// not.
func TestWhatIsReadCanBeWritten(t *testing.T) {
	decode := func(s string) (string, error) {
		b, err := base16.DecodeString(s)
		return string(b), err
	}
	broken := prop.TextOf("v", decode, itself)
	whole := prop.TextOf("v", decode, func(s string) string { return base16.EncodeToString([]byte(s)) })
	name := func(p *prop.ScalarProp[string], target string) int {
		app := tenon.New("Hex", "1").Logger(slog.New(slog.DiscardHandler)).Add(
			echoing(echo(p), "/v", func(r *route.ReadRoute[collection.Record]) *route.ReadRoute[collection.Record] { return r.Query(p) }),
		).MustBuild()
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		return w.Code
	}
	if got := name(broken, "/v?v=ff"); got != http.StatusUnprocessableEntity {
		t.Errorf("a value that cannot be written is answered with %d", got)
	}
	if got := name(whole, "/v?v=ff"); got != http.StatusOK {
		t.Errorf("a value that can be written is answered with %d", got)
	}
	if _, err := broken.Parse([]byte(`"ff"`)); err == nil {
		t.Error("JSON with a value that cannot be written is read")
	}
}

// TestNamesAreUTF8: the names that a client gives to files and members, and those of
// maps that the program makes.
func TestNamesAreUTF8(t *testing.T) {
	file := prop.File("file")
	name := prop.String("name")
	form, answer := collection.New("Form", file), collection.New("Answer", name)
	app := tenon.New("Files", "1").Add(
		route.Post("/files", route.Multipart(form.Create()), answer.View()).Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) {
			r := collection.NewRecord(answer)
			name.Set(r, file.Get(in).Name())
			return r, nil
		}),
	).MustBuild()
	for _, disposition := range []string{
		"form-data; name=\"file\"; filename=\"a\xff.txt\"",
		"form-data; name=\"file\"; filename*=utf-8''a%ff.txt",
		"form-data; name=\"file\"; filename*=utf-8''a%00.txt",
		"form-data; name=\"a\xff\"",
		"form-data; name=\"a\xff\"; filename=\"a\"",
	} {
		content := "--b\r\nContent-Disposition: " + disposition + "\r\n\r\nx\r\n--b--\r\n"
		w := httptest.NewRecorder()
		app.ServeHTTP(w, withField(httptest.NewRequest("POST", "/files", strings.NewReader(content)), "Content-Type", "multipart/form-data; boundary=b"))
		if w.Code != http.StatusUnprocessableEntity && w.Code != http.StatusBadRequest {
			t.Errorf("%q: %d %s", disposition, w.Code, w.Body)
		}
	}

	labels := prop.Map(prop.String("labels"))
	if vs := labels.Check(map[string]string{"a\xff": "b"}); len(vs) != 1 || vs[0].Code != "encoding" || vs[0].Pointer != "#/a%FF" {
		t.Errorf("a name that is no UTF-8: %v", vs)
	}
}

// TestFiltersAndCursorsAreUTF8 asks a list for texts that are none.
func TestFiltersAndCursorsAreUTF8(t *testing.T) {
	type row struct{ ID, Own string }
	id := prop.TextOf("id", same, itself).Ordered(strings.Compare, 20)
	own := prop.TextOf("own", same, itself).Ordered(strings.Compare, 20)
	rows := collection.Of("Row", func(r *row) collection.Fields {
		return collection.Fields{
			id.At(&r.ID).Key(),
			own.At(&r.Own),
		}
	})
	list := route.List("/rows", rows.List(), paginate.ByCursor([]byte(strings.Repeat("k", 32)))).
		Sorting(own).
		Filters(paginate.Equal(own), paginate.In(own).As("own_in"), paginate.AtLeast(own), paginate.AtMost(own), paginate.Between(own)).
		Handle(func(*route.Call, paginate.Query) (paginate.Result[row], error) {
			return paginate.Result[row]{Items: []row{{"a", "b"}}}, nil
		})
	app := tenon.New("Rows", "1").Add(list).MustBuild()
	for _, query := range []string{
		"own=%ff", "own=\xff", "own_in=a,%ff", "min_own=%ff", "max_own=%ff", "own_between=a,%ff", "own_between=%ff,%fe",
		"cursor=%ff", "order_by=%ff", "order_by=%2B%ff", "%ff=1", "limit=%ff",
	} {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", "/rows?"+query, nil))
		if w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%q: %d %s", query, w.Code, w.Body)
		}
	}
}
