// Package limit serves the API by hand, as fast as the authors could make it with the same
// responses: a cursor over one copy of the body, responses appended to pooled buffers, no
// tables, no interfaces. It sends the same bytes as the library, and so is the limit that the
// library is compared with.
package limit

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"bench/shop"
)

// An exchange has the state of one request.
type exchange struct {
	cursor
	content []byte
	answer  []byte
	depth   int      // of the tree
	vary    []string // of the response, if it is not Accept
}

type api struct {
	one  Product
	page []Product
	pool sync.Pool
}

// New serves the shop.
func New() http.Handler {
	a := &api{pool: sync.Pool{New: func() any { return new(exchange) }}}
	var x exchange
	x.open(shop.One)
	x.product(&a.one, true)
	x.open([]byte(`{"products":` + string(shop.Page) + `}`))
	a.page = x.batch(true)
	if x.broken || x.failed() {
		panic("the shop is wrong: " + string(x.notes))
	}
	return a
}

// ServeHTTP routes by hand.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := a.pool.Get().(*exchange)
	const products = "/v1/products"
	rest, ok := strings.CutPrefix(r.URL.Path, products)
	switch {
	case !ok:
		http.NotFound(w, r)
	case rest == "" && r.Method == http.MethodGet:
		a.list(x, w, r)
	case rest == "" && r.Method == http.MethodPost:
		a.create(x, w, r)
	case rest == "/batch" && r.Method == http.MethodPost:
		a.createMany(x, w, r)
	case len(rest) > 1 && rest[0] == '/' && strings.IndexByte(rest[1:], '/') < 0 && r.Method == http.MethodGet:
		a.show(x, w, r, rest[1:])
	default:
		http.NotFound(w, r)
	}
	x.s = ""
	if cap(x.content) <= 1<<20 {
		a.pool.Put(x)
	}
}

func (a *api) show(x *exchange, w http.ResponseWriter, r *http.Request, id string) {
	x.clear()
	x.noQuery(r)
	if !isUUID(id) {
		x.parameter(`{"code":"format","detail":"must be a UUID such as 123e4567-e89b-12d3-a456-426614174000","in":"path","parameter":"id","params":{"format":"uuid"}}`)
	}
	if x.failed() {
		x.refuse(w)
		return
	}
	x.answer = append(x.answer[:0], `{"data":`...)
	x.answer = appendProduct(x.answer, &a.one)
	x.send(w, http.StatusOK)
}

func (a *api) list(x *exchange, w http.ResponseWriter, r *http.Request) {
	x.clear()
	q := x.query(r)
	if x.failed() {
		x.refuse(w)
		return
	}
	b := append(x.answer[:0], `{"data":[`...)
	for i := range a.page {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendProduct(b, &a.page[i])
	}
	pages := (shop.Total + q.limit - 1) / q.limit
	b = append(b, `],"pagination":{"page":`...)
	b = strconv.AppendInt(b, int64(q.page), 10)
	b = append(b, `,"page_size":`...)
	b = strconv.AppendInt(b, int64(len(a.page)), 10)
	b = append(b, `,"has_more":true,"total_pages":`...)
	b = strconv.AppendInt(b, int64(pages), 10)
	x.answer = append(b, '}')
	w.Header()["Link"] = []string{q.links(r, pages)}
	x.send(w, http.StatusOK)
}

func (a *api) create(x *exchange, w http.ResponseWriter, r *http.Request) {
	if !x.read(w, r) {
		return
	}
	var in Product
	x.noQuery(r)
	x.product(&in, false)
	if !x.accepts(w) {
		return
	}
	in.ID = shop.ID
	x.answer = append(x.answer[:0], `{"data":`...)
	x.answer = appendProduct(x.answer, &in)
	x.send(w, http.StatusCreated)
}

func (a *api) createMany(x *exchange, w http.ResponseWriter, r *http.Request) {
	if !x.read(w, r) {
		return
	}
	x.noQuery(r)
	in := x.batch(false)
	if !x.accepts(w) {
		return
	}
	x.answer = append(x.answer[:0], `{"data":{"created":`...)
	x.answer = strconv.AppendInt(x.answer, int64(len(in)), 10)
	x.answer = append(x.answer, '}')
	x.send(w, http.StatusOK)
}

// read reads the body once.
func (x *exchange) read(w http.ResponseWriter, r *http.Request) bool {
	const most = 1 << 20
	if t := r.Header["Content-Type"]; len(t) != 1 || t[0] != "application/json" {
		http.Error(w, "unsupported", http.StatusUnsupportedMediaType)
		return false
	}
	if r.ContentLength > most {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return false
	}
	b := x.content[:0]
	if n := int(r.ContentLength) + 1; cap(b) < n { // one more, to detect the end
		b = make([]byte, 0, n)
	}
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			break
		}
		if err != nil || len(b) > most {
			http.Error(w, "unreadable", http.StatusBadRequest)
			return false
		}
	}
	x.content = b
	x.open(b)
	return true
}

// accepts responds with the errors, if there are any.
func (x *exchange) accepts(w http.ResponseWriter) bool {
	if x.end(); x.broken {
		x.problem(w, http.StatusBadRequest, `{"title":"Bad Request","status":400,"detail":"The content is malformed JSON.","code":"malformed_request"}`)
		return false
	}
	if x.failed() {
		x.refuse(w)
		return false
	}
	return true
}

// refuse responds with the violations.
func (x *exchange) refuse(w http.ResponseWriter) {
	x.answer = append(x.answer[:0], `{"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[`...)
	x.answer = append(x.answer, x.notes...)
	x.answer = append(x.answer, "]}"...)
	x.write(w, http.StatusUnprocessableEntity, problemContent)
}

func (x *exchange) problem(w http.ResponseWriter, status int, text string) {
	x.answer = append(x.answer[:0], text...)
	x.write(w, status, problemContent)
}

// send ends the envelope.
func (x *exchange) send(w http.ResponseWriter, status int) {
	x.answer = append(x.answer, '}')
	x.write(w, status, jsonContent)
}

func (x *exchange) write(w http.ResponseWriter, status int, mediaType []string) {
	h := w.Header()
	h["Content-Type"] = mediaType
	h["Vary"] = accept
	if x.vary != nil {
		h["Vary"] = x.vary
	}
	h["X-Content-Type-Options"] = noSniff
	h["Content-Length"] = []string{strconv.Itoa(len(x.answer))}
	w.WriteHeader(status)
	w.Write(x.answer)
}

// Header values that never change.
var (
	jsonContent    = []string{"application/json"}
	problemContent = []string{"application/problem+json"}
	accept         = []string{"Accept"}
	noSniff        = []string{"nosniff"}
	personal       = []string{"Authorization, Accept"}
	noStore        = []string{"no-store"}
)
