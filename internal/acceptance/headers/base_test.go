package headers_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type leaf struct{ ID string }

var (
	leafID = prop.String("id")
	leaves = collection.Of("Leaf", func(l *leaf) collection.Fields { return collection.Fields{leafID.At(&l.ID).Key()} })
)

type tree struct{}

func (tree) Create(_ context.Context, l leaf) (leaf, error)  { return l, nil }
func (tree) View(_ context.Context, id string) (leaf, error) { return leaf{id}, nil }
func (tree) List(context.Context, paginate.Query) (paginate.Result[leaf], error) {
	return paginate.Result[leaf]{Items: []leaf{{"1"}}, More: true, Total: 90}, nil
}

// The table of doc/routes.md: the document, Location and Link name the URL at which clients find the API.
func TestDocumentLocationAndLinkAgree(t *testing.T) {
	const host, shop = "https://example.com", "https://example.com/shop"
	strip := func(prefix string, h http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.Handle(prefix+"/", http.StripPrefix(prefix, h))
		return mux
	}
	root := func(app, docs http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.Handle("/", app)
		mux.Handle("/openapi.json", docs)
		return mux
	}
	both := func(prefix string) func(app, docs http.Handler) http.Handler {
		return func(app, docs http.Handler) http.Handler { return strip(prefix, root(app, docs)) }
	}
	alone := func(prefix string) func(app, docs http.Handler) http.Handler {
		return func(app, docs http.Handler) http.Handler { return root(strip(prefix, app), docs) }
	}
	for _, tt := range []struct {
		name         string
		base, server string
		mount        func(app, docs http.Handler) http.Handler
		path, docs   string // before /leaves and /openapi.json in what the program receives
		want         string // the URL of the API
	}{
		{"at the root", "", "", root, "", "", ""},
		{"the program strips", "", "", both("/shop"), "/shop", "/shop", "/shop"},
		{"the program strips, for the API alone", "", "/shop", alone("/shop"), "/shop", "", "/shop"},
		{"the program strips twice", "", "", func(app, docs http.Handler) http.Handler { return strip("/shop", both("/v")(app, docs)) }, "/shop/v", "/shop/v", "/shop/v"},
		{"host, at the root", host, "", root, "", "", host},
		{"host, the program strips", host, "", both("/shop"), "/shop", "/shop", shop},
		{"host, the program strips, for the API alone", host, shop, alone("/shop"), "/shop", "", shop},
		{"host with a slash, the program strips", host + "/", "", both("/shop"), "/shop", "/shop", shop},
		{"path, the program strips", shop, "", both("/shop"), "/shop", "/shop", shop},
		{"path with a slash, the program strips", shop + "/", "", both("/shop"), "/shop", "/shop", shop},
		{"path, the program strips, for the API alone", shop, "", alone("/shop"), "/shop", "", shop},
		{"path and server, the program strips", shop, shop, both("/shop"), "/shop", "/shop", shop},
		{"path, a proxy strips", shop, "", root, "", "", shop},
		{"path and server, a proxy strips", shop, shop, root, "", "", shop},
		{"path, a proxy replaces what the program strips", shop, "", both("/internal"), "/internal", "/internal", shop},
		{"path, a proxy and the program strip", shop + "/v", "", both("/v"), "/v", "/v", shop + "/v"},
		{"path, a proxy and the program strip the same", shop + "/shop", "", both("/shop"), "/shop", "/shop", shop + "/shop"},
	} {
		api := tenon.New("B", "1").Add(route.Resource("/leaves", leaves, leafID, tree{}))
		if tt.base != "" {
			api = api.BaseURL(tt.base)
		}
		if tt.server != "" {
			api = api.Server(tt.server, "")
		}
		app := kit.Build(t, api)
		h := tt.mount(app, oas.Handler(app))
		for _, absolute := range []string{"", "http://internal.example"} { // the form of the request target
			w := kit.Send(t, h, "POST", absolute+tt.path+"/leaves", `{"id":"1"}`)
			if got := w.Header.Get("Location"); w.Status != 201 || got != tt.want+"/leaves/1" {
				t.Errorf("%s: %d, Location is %s", tt.name, w.Status, got)
			}
			w = kit.Send(t, h, "GET", absolute+tt.path+"/leaves?limit=7", "")
			if got := w.Header.Get("Link"); !strings.HasPrefix(got, "<"+tt.want+"/leaves?limit=7&page=1>") {
				t.Errorf("%s: Link is %s", tt.name, got)
			}
		}
		w := kit.Send(t, h, "GET", tt.docs+"/openapi.json", "")
		w.Body = strings.Join(strings.Fields(w.Body), "")
		want := `"servers":[{"url":"` + tt.want + `"}]`
		if w.Status != 200 || tt.want != "" && !strings.Contains(w.Body, want) || tt.want == "" && strings.Contains(w.Body, `"servers"`) {
			_, got, _ := strings.Cut(w.Body, `"servers"`)
			t.Errorf("%s: the document has %.60s", tt.name, got)
		}
	}
}

// Whatever way a client writes a request, its links are the same.
func TestLinksHaveOneEncoding(t *testing.T) {
	title := prop.String("title[like]").Optional()
	list := route.List("/trees/{kind}", leaves.List(), paginate.ByPage().Names(paginate.Names{Page: "page[number]", Limit: "page[size]"})).Path(prop.String("kind")).Query(title).
		Handle(func(*route.Call, paginate.Query) (paginate.Result[leaf], error) {
			return tree{}.List(context.Background(), paginate.Query{})
		})
	app := kit.Build(t, tenon.New("B", "1").Add(list))
	const want = `</trees/%C3%A9~a%2Fb?title%5Blike%5D=a+b%2Bc~%22&page%5Bsize%5D=7&page%5Bnumber%5D=2>; rel="next"`
	for _, target := range []string{
		`/trees/%C3%A9~a%2Fb?title%5Blike%5D=a%20b%2Bc~%22&page%5Bsize%5D=7`,
		`/trees/%c3%a9%7ea%2fb?title[like]=a+b%2bc%7e%22&page[size]=7`,
		`/trees/%c3%a9%7Ea%2Fb?%74itle[like%5d=%61%20b%2Bc~%22&page[number]=1&page[size]=7`,
	} {
		r := httptest.NewRequest("GET", target, nil)
		w := kit.Do(app, r)
		if got := w.Header.Get("Link"); w.Status != 200 || !strings.Contains(got, want) {
			t.Errorf("%s: %d %s\nwant %s", target, w.Status, got, want)
		}
	}
}
