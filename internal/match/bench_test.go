package match_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/tenon-go/tenon/internal/match"
)

// The last of many routes with two parameters. ServeMux.Handler is the search of ServeMux
// without a call of the handler; it also collects the values of the parameters, which is a
// separate step here.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{10, 500, 5000} {
		var tree match.Tree[*route]
		mux := http.NewServeMux()
		for i := range n {
			r := &route{"GET", parse(b, fmt.Sprintf("/service%d/{owner}/items%d/{item}", i/10, i))}
			tree.Add(r.method, r.template, r)
			mux.Handle(r.pattern(), r)
		}
		path := fmt.Sprintf("/service%d/octocat/items%d/8f14e45f", (n-1)/10, n-1)
		r := &http.Request{Method: "GET", URL: &url.URL{Path: path}}
		b.Run(fmt.Sprintf("routes=%d/tree", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var c match.Cut
				c.Read(match.Escaped(path))
				if _, found := tree.Find("GET", &c); found != match.Yes {
					b.Fatal(found)
				}
			}
		})
		b.Run(fmt.Sprintf("routes=%d/servemux", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, pattern := mux.Handler(r); pattern == "" {
					b.Fatal("not found")
				}
			}
		})
	}
}

func BenchmarkFindEscaped(b *testing.B) {
	var tree match.Tree[int]
	for i := range 5000 {
		tree.Add("GET", parse(b, fmt.Sprintf("/items%d/{id}", i)), i)
	}
	b.ReportAllocs()
	for b.Loop() {
		var c match.Cut
		c.Read(match.Escaped("/%69tems4999/1"))
		if _, found := tree.Find("GET", &c); found != match.Yes {
			b.Fatal(found)
		}
	}
}

func BenchmarkValues(b *testing.B) {
	tpl := parse(b, "/shops/{shop}/products/{id}")
	buf := make([]string, 0, 2)
	b.ReportAllocs()
	for b.Loop() {
		if v := tpl.Values(buf, match.Escaped("/shops/s-1/products/p-7")); len(v) != 2 {
			b.Fatal(v)
		}
	}
}
