package kit

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// askWith sends a request without a socket.
func Send(t *testing.T, h http.Handler, method, path, content string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(content))
	for name, values := range header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
