package limits_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// broad takes much more memory than its text.
type broad struct {
	List  []wide
	Lists [][]wide
	Few   []wide
	Map   map[string]wide
}

type wide struct{ Fields [30]string }

var (
	wides = collection.Of("Wide", func(w *wide) collection.Fields {
		return collection.Fields{prop.String("f").Default("").At(&w.Fields[0])}
	})
	broads = collection.Of("Broad", func(b *broad) collection.Fields {
		return collection.Fields{
			wides.Array("list").Default(nil).At(&b.List),
			prop.Array(prop.Array(prop.Object(wides))).As("lists").Default(nil).At(&b.Lists),
			wides.Array("few").MaxItems(12_000).Default(nil).At(&b.Few),
			prop.Map(prop.Object(wides)).As("map").Default(nil).At(&b.Map),
		}
	})
	broadForm = collection.Of("BroadForm", func(b *broad) collection.Fields {
		return collection.Fields{
			wides.Array("list").Default(nil).At(&b.List),
		}
	})
)

func takeBroad(*route.Call, broad) (none collection.Empty, err error) { return none, nil }

func broadAPI() tenon.API {
	empty := collection.NoContent()
	return tenon.New("Broad", "1").Limits(route.Limits{Items: 11_000}).Add(
		route.Post("/broads", broads.Create(), empty).Handle(takeBroad),
		route.Post("/more", broads.Create(), empty).Limits(route.Limits{Items: 20_000, Values: 1 << 22}).Handle(takeBroad),
		route.Post("/fewer", broads.Create(), empty).Limits(route.Limits{Values: 1000}).Handle(takeBroad),
		route.Post("/many", collection.Many(wides.Create()), empty).
			Handle(func(*route.Call, []wide) (none collection.Empty, err error) { return none, nil }),
		route.Patch("/broads", broads.Update(), empty).
			Handle(func(*route.Call, collection.Patch[broad]) (none collection.Empty, err error) { return none, nil }),
		route.Post("/forms", route.Multipart(broadForm.Create()), empty).Handle(takeBroad),
	)
}

func objects(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("{},", n), ",") + "]" }

func TestItemsAndValuesAreBounded(t *testing.T) {
	app := kit.Build(t, broadAPI())
	form := func(json string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"list\"\r\nContent-Type: application/json\r\n\r\n" + json + "\r\n--b--\r\n"
	}
	for _, test := range []struct{ name, target, body, want string }{
		{"as many items as an array may have", "/broads", `{"list":` + objects(11_000) + `}`, ""},
		{"one more", "/broads", `{"list":` + objects(11_001) + `}`, "at byte 33009: too many items."},
		{"a MiB of items", "/broads", `{"list":` + objects(349_500) + `}`, "too many items."},
		{"as many as MaxItems says", "/broads", `{"few":` + objects(12_000) + `}`, ""},
		{"one more than MaxItems says", "/broads", `{"few":` + objects(12_001) + `}`, `"max_items"`},
		{"a route's own limit", "/more", `{"list":` + objects(20_000) + `}`, ""},
		{"one more than that", "/more", `{"list":` + objects(20_001) + `}`, "too many items."},
		{"items of arrays in arrays", "/broads", `{"lists":[` + strings.Repeat(objects(10_000)+",", 33) + `[]]}`, "too many values."},
		{"few values", "/fewer", `{"list":` + objects(100) + `}`, ""},
		{"many values", "/fewer", `{"list":` + objects(130) + `}`, "too many values."},
		{"many values of a map", "/fewer", `{"map":{"a":{}` + members(130) + `}}`, "too many values."},
		{"several entities at once", "/many", objects(11_001), "too many items."},
		{"a merge patch", "PATCH /broads", `{"list":` + objects(11_001) + `}`, "too many items."},
		{"a part of a form", "/forms", form(objects(11_000)), ""},
		{"too many items in a part of a form", "/forms", form(objects(11_001)), `"errors"`},
	} {
		method, target, ok := strings.Cut(test.target, " ")
		if !ok {
			method, target = "POST", test.target
		}
		mediaType := "application/json"
		if target == "/forms" {
			mediaType = "multipart/form-data; boundary=b"
		}
		w := kit.Send(t, app, method, target, test.body, "Content-Type: "+mediaType)
		switch {
		case test.want == "" && w.Status != http.StatusNoContent, test.want != "" && !strings.Contains(w.Body, test.want):
			t.Errorf("%s: %d %.300s, want %q", test.name, w.Status, w.Body, test.want)
		case strings.HasPrefix(test.want, "too many") && (w.Status != http.StatusBadRequest || !strings.Contains(w.Body, `"malformed_request"`)):
			t.Errorf("%s: %d %.300s", test.name, w.Status, w.Body)
		}
	}
}

// members returns n members with an empty object each.
func members(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"` + strings.Repeat("b", i+1) + `":{}`)
	}
	return b.String()
}

// A MiB of empty objects takes no more memory than a MiB of other values.
func TestEmptyObjectsTakeLittleMemory(t *testing.T) {
	app := kit.Build(t, broadAPI())
	for _, body := range []string{
		`{"list":` + objects(349_500) + `}`,
		`{"few":` + objects(349_500) + `}`,
		`{"list":[` + strings.TrimSuffix(strings.Repeat("7,", 11_000), ",") + `]}`,
	} {
		status := http.StatusBadRequest
		if !strings.HasPrefix(body, `{"list":[{`) {
			status = http.StatusUnprocessableEntity
		}
		n := kit.Allocated(func() {
			if w := kit.Send(t, app, "POST", "/broads", body); w.Status != status {
				t.Errorf("%.20s: %d %.300s, want %d", body, w.Status, w.Body, status)
			}
		})
		if n > 64<<20 {
			t.Errorf("%.20s allocates %d MiB", body, n>>20)
		}
	}
}

func TestLimitsOfItemsMayNotBeNegative(t *testing.T) {
	for what, l := range map[string]route.Limits{"Items": {Items: -1}, "Values": {Values: -1}} {
		kit.CheckFault(t, what, kit.API(route.Health("/health")).Limits(l), "Limits: "+what+" is below 0…")
	}
}
