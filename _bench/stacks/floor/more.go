package floor

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"bench/more"
	"bench/shop"
	"bench/stacks/tagged"
)

// More returns the APIs of package more by their names, apart from those that have no JSON of their own.
func More() map[string]func() http.Handler {
	return map[string]func() http.Handler{
		more.Names: func() http.Handler { return returned(more.Names, (*violations).people) },
		more.Tree: func() http.Handler {
			return returned(more.Tree, func(vs *violations, n *tagged.Node) { vs.node("#", n) })
		},
		more.Wide:    func() http.Handler { return returned(more.Wide, (*violations).wide) },
		more.Shapes:  func() http.Handler { return returned(more.Shapes, (*violations).drawing) },
		more.Long:    func() http.Handler { return listed(more.Thousand(), func(*http.Request) bool { return true }) },
		more.Guarded: func() http.Handler { return listed(shop.Page, authenticated) },
	}
}

// returned is a POST that returns what it gets.
func returned[T any](name string, check func(*violations, *T)) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/"+name, func(w http.ResponseWriter, r *http.Request) {
		var vs violations
		vs.query(r)
		var in T
		if err := decode(w, r, &in); err != nil {
			malformed(w, err)
			return
		}
		if check(&vs, &in); !vs.refuse(w) {
			answer(w, http.StatusCreated, tagged.Data[T]{Data: in})
		}
	})
	return mux
}

// listed is a GET of products.
func listed(products []byte, allowed func(*http.Request) bool) http.Handler {
	var page []tagged.Product
	if err := json.Unmarshal(products, &page); err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/products", func(w http.ResponseWriter, r *http.Request) {
		if !allowed(r) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var vs violations
		limit := vs.integer(vs.query(r, "page", "limit"), "limit", 20, 1, 1000)
		if !vs.refuse(w) {
			answer(w, http.StatusOK, tagged.List{Data: page, Pagination: tagged.Pagination{Page: 1, PageSize: limit, TotalPages: 1}})
		}
	})
	return mux
}

// authenticated reports whether a request has the token of a caller, who sees no costs.
func authenticated(r *http.Request) bool {
	return r.Header.Get("Authorization") == "Bearer "+more.Token
}

func (vs *violations) people(in *tagged.People) {
	if in.People == nil || len(in.People) > 100 {
		vs.at("#/people", "max_items", "must have at most 100 items")
	}
	for i := range in.People {
		p, at := &in.People[i], "#/people/"+strconv.Itoa(i)
		vs.length(at, "/name", &p.Name, 1, 40)
		vs.length(at, "/street", &p.Street, 1, 60)
		vs.length(at, "/city", &p.City, 1, 40)
		vs.length(at, "/notes", &p.Notes, 1, 200)
	}
}

func (vs *violations) node(at string, n *tagged.Node) {
	vs.length(at, "/name", &n.Name, 1, 40)
	if n.Children == nil || len(n.Children) > 10 {
		vs.at(at+"/children", "max_items", "must have at most 10 items")
	}
	for i := range n.Children {
		vs.node(at+"/children/"+strconv.Itoa(i), &n.Children[i])
	}
}

func (vs *violations) drawing(d *tagged.Drawing) {
	for i := range d.Shapes {
		s, at := &d.Shapes[i], "#/shapes/"+strconv.Itoa(i)
		vs.length(at, "/name", &s.Name, 1, 40)
		vs.bounds(at, "/size", &s.Size, 0, 1<<62)
	}
}

func (vs *violations) wide(in *tagged.Wide) {
	for i, text := range in.Texts() {
		vs.length("#", textNames[i], text, 0, 40)
	}
	for i, number := range in.Numbers() {
		vs.bounds("#", numberNames[i], number, 0, 1_000_000)
	}
}

var textNames, numberNames = func() (texts, numbers []string) {
	for i := range more.Texts {
		texts = append(texts, fmt.Sprintf("/text%02d", i))
	}
	for i := range more.Numbers {
		numbers = append(numbers, fmt.Sprintf("/number%02d", i))
	}
	return texts, numbers
}()
