package sqlpage_test

import (
	"encoding/json"
	"net/http/httptest"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

// cursorOf returns the cursor after a row.
func cursorOf(t *testing.T, l *route.ListRoute[book], query string, row book) string {
	t.Helper()
	app, err := tenon.New("Test", "1").Add(l.Handle(func(*route.Call, paginate.Query) (paginate.Result[book], error) {
		return paginate.Result[book]{Items: []book{row}, More: true}, nil
	})).Build()
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("GET", "/books?"+query, nil))
	var page struct {
		Pagination struct {
			Next string `json:"next_cursor"`
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || page.Pagination.Next == "" {
		t.Fatalf("%v %s", err, w.Body)
	}
	return page.Pagination.Next
}
