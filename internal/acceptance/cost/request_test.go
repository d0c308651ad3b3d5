package cost_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

func TestReadingAnInputAllocatesNothing(t *testing.T) {
	called := false
	get := route.Get("/inputs", kit.Seen.View()).
		Query(kit.InCount, kit.InBig, kit.InText, route.CSV(kit.InIDs), kit.InDay, route.DeepObject(kit.InRange)).Header(kit.InTries).Cookie(kit.InTheme).
		Handle(func(c *route.Call) (collection.Record, error) {
			called = true
			var total int64
			length := 0
			kit.AllocsAtMost(t, 0, func() {
				total += int64(kit.InCount.Get(c)) + kit.InBig.Get(c) + int64(kit.InTries.Get(c))
				text, _ := kit.InText.Lookup(c)
				length += len(text) + len(kit.InIDs.Get(c)) + len(kit.InTheme.Get(c)) + kit.InDay.Get(c).Year()
				_, sent := kit.InRange.Lookup(c)
				called = called && sent
			})
			return kit.Saw(), nil
		})
	request := kit.EveryInput()
	request.URL.RawQuery = "count=1&big=2&text=x&ids=1,2&day=2026-01-02&range[min]=1"
	w := kit.Do(kit.Build(t, tenon.New("A", "1").Add(get)), request)
	if !called || w.Status != 200 {
		t.Errorf("%d %s", w.Status, w.Body)
	}
}

// Parsing allocates one copy of the text, and what the Go value needs.
func TestParsingAKilobyteAllocatesLittle(t *testing.T) {
	body := kit.Gadgets.Create()
	if n := len(kit.Kilobyte); n < 950 || n > 1150 {
		t.Fatalf("%d bytes", n)
	}
	if v, err := body.Parse(kit.Kilobyte); err != nil || len(v.Parts) != 5 || v.Note == nil {
		t.Fatalf("%+v %v", v, err)
	}
	kit.AllocsAtMost(t, 12, func() {
		if _, err := body.Parse(kit.Kilobyte); err != nil {
			t.Fatal(err)
		}
	})
}

// Whole requests, from the router to the last byte of the response.
func TestARequestAllocatesLittle(t *testing.T) {
	app := kit.Build(t, kit.GadgetAPI().CheckResponses(tenon.Never))
	wrong := strings.NewReplacer(
		`129.90`, `129.905`, `"B"`, `"Z"`, `true`, `"true"`, `"width":360`, `"width":0`, `"name":"case, anodised aluminium"`, `"name":""`,
	).Replace(string(kit.Kilobyte))
	if w := kit.Send(t, app, "POST", "/gadgets?zz=1", wrong); strings.Count(w.Body, `{"code":`) != 6 {
		t.Fatalf("not 6 violations: %s", w.Body)
	}
	tests := []struct {
		name, method, target string
		content              string
		status               int
		bar                  int
	}{
		{"201 of a kilobyte", "POST", "/gadgets", string(kit.Kilobyte), 201, 20},
		{"422 with 6 violations", "POST", "/gadgets?zz=1", wrong, 422, 60},
		{"200 with no inputs", "GET", "/lax", "", 200, 12},
		{"404", "GET", "/nothing", "", 404, 8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kit.CheckAllocs(t, app, kit.Request(t, tt.method, tt.target, tt.content), tt.status, tt.bar)
		})
	}
}
