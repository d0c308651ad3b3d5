package docs_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas/docs"
	"github.com/tenon-go/tenon/route"
)

func TestMustPage(t *testing.T) {
	app := tenon.New("Library", "1.0.0").Add(route.Health("/health")).MustBuild()

	w := httptest.NewRecorder()
	docs.MustPage(app).ServeHTTP(w, httptest.NewRequest("GET", "/docs/", nil))
	if w.Code != http.StatusOK {
		t.Errorf("the page has the status %d", w.Code)
	}

	defer func() {
		if recover() == nil {
			t.Error("an invalid option does not panic")
		}
	}()
	docs.MustPage(app, docs.Connect("not an origin"))
}
