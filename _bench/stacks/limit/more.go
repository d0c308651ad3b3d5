package limit

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bench/more"
	"bench/shop"
)

// More returns the APIs of package more by their names.
func More() map[string]func() http.Handler {
	return map[string]func() http.Handler{
		more.Names:   func() http.Handler { return returned(more.Names, (*exchange).people, appendPeople) },
		more.Tree:    func() http.Handler { return returned(more.Tree, (*exchange).node, appendNode) },
		more.Wide:    func() http.Handler { return returned(more.Wide, (*exchange).wide, appendWide) },
		more.Shapes:  func() http.Handler { return returned(more.Shapes, (*exchange).drawing, appendDrawing) },
		more.Long:    long,
		more.Guarded: guarded,
		more.Signed:  signed,
		more.Limited: limited,
		more.Keyed:   keyed,
		more.Current: current,
	}
}

// served returns a handler of one method and path.
func served(method, path string, serve func(x *exchange, w http.ResponseWriter, r *http.Request)) http.Handler {
	pool := sync.Pool{New: func() any { return new(exchange) }}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != method || r.URL.Path != path {
			http.NotFound(w, r)
			return
		}
		x := pool.Get().(*exchange)
		serve(x, w, r)
		x.s, x.depth, x.vary = "", 0, nil
		if cap(x.content) <= 1<<20 {
			pool.Put(x)
		}
	})
}

// returned is a POST that returns what it gets.
func returned[T any](name string, read func(*exchange, *T), write func([]byte, *T) []byte) http.Handler {
	return served("POST", "/v1/"+name, func(x *exchange, w http.ResponseWriter, r *http.Request) {
		if !x.read(w, r) {
			return
		}
		x.noQuery(r)
		var v T
		read(x, &v)
		if !x.accepts(w) {
			return
		}
		x.answer = write(append(x.answer[:0], `{"data":`...), &v)
		x.send(w, http.StatusCreated)
	})
}

// showOne sends the product.
func (x *exchange) showOne(w http.ResponseWriter, r *http.Request, one *Product) {
	x.clear()
	if x.noQuery(r); x.failed() {
		x.refuse(w)
		return
	}
	x.answer = appendProduct(append(x.answer[:0], `{"data":`...), one)
	x.send(w, http.StatusOK)
}

const onePath = "/v1/products/" + shop.ID

func one() *Product {
	var x exchange
	var p Product
	x.open(shop.One)
	x.product(&p, true)
	return &p
}

func products(text []byte) []Product {
	var x exchange
	x.open([]byte(`{"products":` + string(text) + `}`))
	return x.batch(true)
}

func long() http.Handler {
	all := products(more.Thousand())
	return served("GET", "/v1/products", func(x *exchange, w http.ResponseWriter, r *http.Request) {
		x.clear()
		x.only(w, r, len(all), func(b []byte, i int) []byte { return appendProduct(b, &all[i]) })
	})
}

// only sends the only page of a list.
func (x *exchange) only(w http.ResponseWriter, r *http.Request, n int, write func(b []byte, i int) []byte) {
	limit, link := 20, "</v1/products?"
	if raw := r.URL.RawQuery; raw != "" {
		value, ok := strings.CutPrefix(raw, "limit=")
		if !ok {
			x.strangeParameter(raw)
		}
		limit = int(x.bounded("limit", value, 1, 1000))
		link += raw + "&"
	}
	if x.failed() || n > limit {
		x.refuse(w)
		return
	}
	b := append(x.answer[:0], `{"data":[`...)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = write(b, i)
	}
	b = append(b, `],"pagination":{"page":1,"page_size":`...)
	b = strconv.AppendInt(b, int64(n), 10)
	x.answer = append(b, `,"has_more":false,"total_pages":1}`...)
	w.Header()["Link"] = []string{link + `page=1>; rel="first", ` + link + `page=1>; rel="last"`}
	x.send(w, http.StatusOK)
}

// stocked is a product with a cost that few callers see.
type stocked struct {
	Product
	cost int64
}

func guarded() http.Handler {
	all := make([]stocked, 20)
	for i, p := range products(shop.Page) {
		all[i] = stocked{p, int64(i)}
	}
	known := map[string][]string{more.Token: {"products:read"}}
	return served("GET", "/v1/products", func(x *exchange, w http.ResponseWriter, r *http.Request) {
		x.clear()
		scopes, ok := known[bearer(r)]
		if !ok {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		sees := slices.Contains(scopes, "products:cost")
		x.vary = personal
		w.Header()["Cache-Control"] = noStore
		x.only(w, r, len(all), func(b []byte, i int) []byte {
			b = appendProduct(b, &all[i].Product)
			if sees {
				b = strconv.AppendInt(append(b[:len(b)-1], `,"cost":`...), all[i].cost, 10)
				b = append(b, '}')
			}
			return b
		})
	})
}

// bearer returns the token of a request.
func bearer(r *http.Request) string {
	if h := r.Header["Authorization"]; len(h) == 1 {
		if token, ok := strings.CutPrefix(h[0], "Bearer "); ok {
			return token
		}
	}
	return ""
}

func current() http.Handler {
	p := one()
	const tag = `"` + more.Revision + `"`
	tags := []string{tag}
	return served("GET", onePath, func(x *exchange, w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["Etag"] = tags
		if known := r.Header["If-None-Match"]; len(known) == 1 && r.URL.RawQuery == "" && (known[0] == tag || known[0] == "*") {
			h["Vary"] = accept
			w.WriteHeader(http.StatusNotModified)
			return
		}
		x.showOne(w, r, p)
	})
}
