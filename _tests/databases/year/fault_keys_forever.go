package year

import (
	"bytes"
	"io"
	"net/http"
)

// keysForever caches the set of keys and never fetches it again.
func keysForever(p *parts) {
	p.fetch = func(_ *server, next http.RoundTripper) http.RoundTripper {
		var set []byte
		return roundTrip(func(r *http.Request) (*http.Response, error) {
			res, err := next.RoundTrip(r)
			if err != nil {
				return nil, err
			}
			if set == nil {
				if set, err = io.ReadAll(res.Body); err != nil {
					return nil, err
				}
			}
			res.Body = io.NopCloser(bytes.NewReader(set))
			return res, nil
		})
	}
}
