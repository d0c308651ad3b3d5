package kinds_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A pattern may ignore the case of letters, and the document has both cases.
func TestPatternsThatIgnoreCase(t *testing.T) {
	get := route.Get("/colors", collection.NoContent()).Query(prop.String("color").Pattern("(?i)^#[0-9a-f]{6}$|^red$"))
	app := kit.Build(t, tenon.New("T", "1").Add(get.Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil })))
	for text, want := range map[string]int{"%23a0B1c2": 204, "RED": 204, "Red": 204, "%23a0B1g2": 422, "blue": 422} {
		if w := kit.Send(t, app, "GET", "/colors?color="+text, ""); w.Status != want {
			t.Errorf("%s: %d %s", text, w.Status, w.Body)
		}
	}
	for _, v := range oas.Versions() {
		doc, err := oas.JSON(app, v)
		if err != nil || !strings.Contains(string(doc), `"^#[0-9a-fA-F]{6}$|^[rR][eE][dD]$"`) {
			t.Errorf("%s: %v %s", v, err, doc)
		}
	}
}
