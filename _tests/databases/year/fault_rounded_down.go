package year

import (
	"net/http"
	"strconv"
)

// corrected is a response whose headers change before they are sent.
type corrected struct {
	http.ResponseWriter
	change func(http.Header)
	sent   *bool
}

func (c corrected) WriteHeader(status int) {
	if !*c.sent {
		*c.sent = true
		c.change(c.Header())
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c corrected) Write(b []byte) (int, error) {
	if !*c.sent {
		c.WriteHeader(http.StatusOK)
	}
	return c.ResponseWriter.Write(b)
}

func (c corrected) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// changed returns middleware that changes headers.
func changed(change func(http.Header)) func(*server, http.Handler) http.Handler {
	return func(_ *server, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(corrected{w, change, new(bool)}, r)
		})
	}
}

// less subtracts a second from a header.
func less(h http.Header, name string) {
	if n, err := strconv.Atoi(h.Get(name)); err == nil && n > 1 {
		h.Set(name, strconv.Itoa(n-1))
	}
}

// roundedDown rounds Retry-After down.
func roundedDown(p *parts) {
	p.middle = changed(func(h http.Header) { less(h, "Retry-After") })
}
