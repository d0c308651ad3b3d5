package apitest_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// printer prints what a test reports, without the position.
type printer struct {
	testing.TB
	end func()
}

func (*printer) Helper()            {}
func (*printer) Failed() bool       { return false }
func (*printer) Skipped() bool      { return false }
func (p *printer) Cleanup(f func()) { p.end = f }
func (*printer) Errorf(format string, args ...any) {
	_, what, _ := strings.Cut(fmt.Sprintf(format, args...), ": ")
	fmt.Println(what)
}

// The handler of a delete has forgotten its event.
func ExampleEmitted() {
	t := &printer{} // the *testing.T of a test
	id := prop.Int("id")
	removed := event.New("product.removed", collection.New("Product", id).View())
	remove := route.Delete("/products/{id}", collection.NoContent()).
		Path(id).
		Emits(removed).
		Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil })
	app := tenon.New("Shop", "1.0.0").Add(remove).MustBuild()

	apitest.Emitted(t, app)
	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest("DELETE", "/products/7", nil))
	fmt.Println(w.Code)

	t.end() // as package testing does
	// Output:
	// 204
	// DELETE /products/{id} declares the event product.removed, and has never emitted it
}
