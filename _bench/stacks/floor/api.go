// Package floor serves the API by hand with net/http and encoding/json, without a library.
package floor

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"bench/shop"
	"bench/stacks/tagged"
)

// New serves the shop.
func New() http.Handler {
	one, page := tagged.Content()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/products/{id}", func(w http.ResponseWriter, r *http.Request) {
		var vs violations
		vs.query(r)
		if !isUUID(r.PathValue("id")) {
			vs = append(vs, violation{Code: "format", Detail: "must be a UUID", In: "path", Parameter: "id"})
		}
		if vs.refuse(w) {
			return
		}
		answer(w, http.StatusOK, tagged.Data[tagged.Product]{Data: one})
	})
	mux.HandleFunc("GET /v1/products", func(w http.ResponseWriter, r *http.Request) {
		var vs violations
		q := vs.query(r, "page", "limit", "order_by", "status", "min_price")
		number := vs.integer(q, "page", 1, 1, 1<<31)
		limit := vs.integer(q, "limit", 20, 1, 100)
		vs.integer(q, "min_price", 0, 0, 100_000_000)
		vs.choice(q, "order_by", "name", "-name", "price", "-price")
		vs.choice(q, "status", "draft", "active", "retired")
		if vs.refuse(w) {
			return
		}
		answer(w, http.StatusOK, tagged.Paginated(page, number, limit))
	})
	mux.HandleFunc("POST /v1/products", func(w http.ResponseWriter, r *http.Request) {
		var vs violations
		vs.query(r)
		var in tagged.Fields
		if err := decode(w, r, &in); err != nil {
			malformed(w, err)
			return
		}
		vs.product("#", &in)
		if vs.refuse(w) {
			return
		}
		answer(w, http.StatusCreated, tagged.Data[tagged.Product]{Data: tagged.Product{ID: shop.ID, Fields: in}})
	})
	mux.HandleFunc("POST /v1/products/batch", func(w http.ResponseWriter, r *http.Request) {
		var vs violations
		vs.query(r)
		var in tagged.Batch
		if err := decode(w, r, &in); err != nil {
			malformed(w, err)
			return
		}
		if in.Products == nil || len(in.Products) > 1000 {
			vs.at("#/products", "max_items", "must have at most 1000 items")
		}
		for i := range in.Products {
			vs.product("#/products/"+strconv.Itoa(i), &in.Products[i])
		}
		if vs.refuse(w) {
			return
		}
		answer(w, http.StatusOK, tagged.Data[tagged.Created]{Data: tagged.Created{Created: len(in.Products)}})
	})
	return mux
}

// Routes serves n routes with two parameters in the path.
func Routes(n int) http.Handler {
	mux := http.NewServeMux()
	for i := range n {
		mux.HandleFunc(fmt.Sprintf("DELETE /v1/r%03d/{area}/things/{thing}", i), func(w http.ResponseWriter, r *http.Request) {
			var vs violations
			vs.query(r)
			for _, name := range []string{"area", "thing"} {
				if n, err := strconv.ParseInt(r.PathValue(name), 10, 64); err != nil || n < 1 {
					vs = append(vs, violation{Code: "min", Detail: "must be at least 1", In: "path", Parameter: name})
				}
			}
			if !vs.refuse(w) {
				w.WriteHeader(http.StatusNoContent)
			}
		})
	}
	return mux
}

// decode reads one JSON value of at most 1 MiB, and rejects data after it.
func decode(w http.ResponseWriter, r *http.Request, v any) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("data after the value")
	}
	return nil
}

func answer(w http.ResponseWriter, status int, v any) {
	send(w, status, "application/json", v)
}

func send(w http.ResponseWriter, status int, mediaType string, v any) {
	content, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	w.Write(content)
}
