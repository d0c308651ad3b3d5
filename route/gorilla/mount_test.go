package gorilla_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/gorilla/mux"
)

func TestAMountedAppAnswersLikeAnUnmountedOne(t *testing.T) {
	app := shop(t, marked("api"))
	stripped := http.StripPrefix("/api", app)

	serveMux := http.NewServeMux()
	serveMux.Handle("/api/", stripped)

	plain := mux.NewRouter()
	plain.PathPrefix("/api").Handler(stripped)

	withEncoded := mux.NewRouter().UseEncodedPath()
	withEncoded.PathPrefix("/api").Handler(stripped)

	for _, tt := range []struct {
		name string
		mux  http.Handler
	}{
		{"net/http", serveMux},
		{"gorilla", plain},
		{"gorilla with UseEncodedPath", withEncoded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			alike(t, app, tt.mux, "/api", slices.Concat(requests, encoded))
		})
	}
}
