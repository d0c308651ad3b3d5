package serve_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type article struct{ Slug string }

var articles = collection.Of("Article", func(a *article) collection.Fields {
	return collection.Fields{prop.String("slug").At(&a.Slug).Key()}
})

func showArticle(path string) *route.ReadRoute[article] { return route.Get(path, articles.View()) }

func handleArticle(*route.Call) (article, error) { return article{"a"}, nil }

func listArticles(path string) *route.ListRoute[article] {
	return route.List(path, articles.List(), paginate.ByOffset())
}

func handleArticles(*route.Call, paginate.Query) (paginate.Result[article], error) {
	return paginate.Result[article]{Items: []article{{"a"}}, Total: 1}, nil
}

// The innermost declaration sets the envelope: that of a route, of a group, or of the API.
func TestEnvelopesOfRoutesAndGroups(t *testing.T) {
	named := showArticle("/named").Renderer(render.Envelope("article"))
	listed := listArticles("/listed").Renderer(render.Envelope("articles"))
	api := tenon.New("Articles", "1").Add(
		showArticle("/plain").Handle(handleArticle),
		named.Handle(handleArticle),
		listed.Handle(handleArticles),
		route.Group("/bare",
			showArticle("/article").Handle(handleArticle),
			listArticles("/articles").Handle(handleArticles),
			route.Group("/inner", showArticle("/article").Handle(handleArticle)).Renderer(render.Envelope("inner")),
			showArticle("/own").Renderer(render.Envelope("own")).Handle(handleArticle),
		).Renderer(render.NoEnvelope()),
	)
	server, _ := kit.Start(t, api)
	const page = `"pagination":{"offset":0,"limit":20,"has_more":false,"total":1}`
	for target, want := range map[string]string{
		"/plain":              `{"data":{"slug":"a"}}`,
		"/named":              `{"article":{"slug":"a"}}`,
		"/listed":             `{"articles":[{"slug":"a"}],` + page + `}`,
		"/bare/article":       `{"slug":"a"}`,
		"/bare/articles":      `[{"slug":"a"}]`,
		"/bare/inner/article": `{"inner":{"slug":"a"}}`,
		"/bare/own":           `{"own":{"slug":"a"}}`,
	} {
		got := server.Send(t, "GET", target, "")
		if got.Body != want {
			t.Errorf("%s: %s, want %s", target, got.Body, want)
		}
		if header := got.Header.Get("Pagination"); (header != "") != (target == "/bare/articles") {
			t.Errorf("%s: Pagination %q", target, header)
		}
	}
	c := client.New(server.URL)
	if a, err := named.Call(context.Background(), c); err != nil || a.Slug != "a" {
		t.Errorf("the client of a route with an envelope of its own: %v, %v", a, err)
	}
	if p, err := listed.Call(context.Background(), c); err != nil || len(p.Items) != 1 || p.Total != 1 {
		t.Errorf("the client of a list with an envelope of its own: %v, %v", p, err)
	}
	text, err := oas.JSON(api.MustBuild(), oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Headers map[string]any
				Content map[string]struct {
					Schema struct {
						Ref      string `json:"$ref"`
						Type     string
						Required []string
					}
				}
			}
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/plain": "data", "/named": "article", "/listed": "articles pagination", "/bare/article": "", "/bare/articles": "",
		"/bare/inner/article": "inner", "/bare/own": "own",
	} {
		ok := doc.Paths[path]["get"].Responses["200"]
		if got := strings.Join(ok.Content["application/json"].Schema.Required, " "); got != want {
			t.Errorf("%s: the document requires the members %q, want %q", path, got, want)
		}
		if _, has := ok.Headers["Pagination"]; has != (path == "/bare/articles") {
			t.Errorf("%s: the document has the header Pagination: %t", path, has)
		}
	}
}

func TestEnvelopesOfRoutesWithFaults(t *testing.T) {
	kit.CheckFault(t, "text", tenon.New("A", "1").Add(route.Get("/text", route.Text(prop.String("text"))).Renderer(render.Envelope("text")).
		Handle(func(*route.Call) (string, error) { return "", nil })), `GET /text: Renderer needs a response in JSON`)
	kit.CheckFault(t, "encoding", tenon.New("A", "1").Add(showArticle("/a").Renderer(render.Envelope("\xff")).Handle(handleArticle)),
		`GET /a: Renderer: the envelope is not valid UTF-8`)
	kit.CheckFault(t, "pagination", tenon.New("A", "1").Add(listArticles("/a").Renderer(render.Envelope("pagination")).Handle(handleArticles)),
		`GET /a: the envelope "pagination" has the name of a member next to it`)
}
