package validated

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"bench/shop"
	"bench/stacks/tagged"

	"github.com/go-playground/validator/v10"
)

// A Mount registers a handler with a router: a method, a path with {name} for its parameters,
// and a function that reads a parameter.
type Mount struct {
	Handle func(method, path string, h http.HandlerFunc)
	Param  func(r *http.Request, name string) string
}

// Shop mounts the shop.
func (m Mount) Shop() {
	one, page := tagged.Content()
	v := New()
	m.Handle("GET", "/v1/products/{id}", func(w http.ResponseWriter, r *http.Request) {
		in := Product{m.Param(r, "id")}
		if refused(w, v.Struct(&in)) {
			return
		}
		answer(w, http.StatusOK, tagged.Data[tagged.Product]{Data: one})
	})
	m.Handle("GET", "/v1/products", func(w http.ResponseWriter, r *http.Request) {
		in, err := query(r)
		if refused(w, errors.Join(err, v.Struct(&in))) {
			return
		}
		answer(w, http.StatusOK, tagged.Paginated(page, in.Page, in.Limit))
	})
	m.Handle("POST", "/v1/products", func(w http.ResponseWriter, r *http.Request) {
		var in tagged.Fields
		if refused(w, decode(w, r, v, &in)) {
			return
		}
		answer(w, http.StatusCreated, tagged.Data[tagged.Product]{Data: tagged.Product{ID: shop.ID, Fields: in}})
	})
	m.Handle("POST", "/v1/products/batch", func(w http.ResponseWriter, r *http.Request) {
		var in tagged.Batch
		if refused(w, decode(w, r, v, &in)) {
			return
		}
		answer(w, http.StatusOK, tagged.Data[tagged.Created]{Data: tagged.Created{Created: len(in.Products)}})
	})
}

// Routes mounts n routes with two parameters in the path.
func (m Mount) Routes(n int) {
	v := New()
	for i := range n {
		m.Handle("DELETE", fmt.Sprintf("/v1/r%03d/{area}/things/{thing}", i), func(w http.ResponseWriter, r *http.Request) {
			area, err := strconv.ParseInt(m.Param(r, "area"), 10, 64)
			thing, err2 := strconv.ParseInt(m.Param(r, "thing"), 10, 64)
			if err == nil {
				err = err2
			}
			if err == nil {
				err = v.Struct(&Thing{area, thing})
			}
			if !refused(w, err) {
				w.WriteHeader(http.StatusNoContent)
			}
		})
	}
}

// query reads the parameters of the list.
func query(r *http.Request) (in Query, err error) {
	q := r.URL.Query()
	in = Query{Page: 1, Limit: 20, OrderBy: q.Get("order_by"), Status: q.Get("status")}
	for _, p := range []struct {
		name string
		set  func(int)
	}{
		{"page", func(n int) { in.Page = n }},
		{"limit", func(n int) { in.Limit = n }},
		{"min_price", func(n int) { in.MinPrice = int64(n) }},
	} {
		if !q.Has(p.name) {
			continue
		}
		n, err := strconv.Atoi(q.Get(p.name))
		if err != nil {
			return in, err
		}
		p.set(n)
	}
	return in, nil
}

// decode reads one JSON value of at most 1 MiB, and rejects data after it.
func decode(w http.ResponseWriter, r *http.Request, v *validator.Validate, into any) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("data after the value")
	}
	return v.Struct(into)
}

// refused responds with the errors, if there are any.
func refused(w http.ResponseWriter, err error) bool {
	if err == nil {
		return false
	}
	p := Explain(err)
	answer(w, p.Status, p)
	return true
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client has disconnected
}
