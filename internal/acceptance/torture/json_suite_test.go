package torture_test

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/pace"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// echoJSON is an API that returns the JSON that it gets.
func echoJSON() tenon.API {
	value := prop.Any("v")
	c := collection.New("Anything", value)
	return tenon.New("Any", "1").Group("",
		route.Post("/", c.Create(), c.View()).
			Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	)
}

// JSONTestSuite; its source is in internal/jsonx/testdata.
func TestParsingSuiteOverHTTP(t *testing.T) {
	text, err := os.ReadFile("../../jsonx/testdata/json-parsing-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		File, Expect string
		Base64       []byte
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	// RFC 8259 §4 lets a receiver choose; which of two members counts must not
	// depend on the reader.
	onPurpose := map[string]bool{
		"y_object_duplicated_key.json":           true,
		"y_object_duplicated_key_and_value.json": true,
	}
	server := kit.Listen(t, kit.Build(t, echoJSON()))
	counts := map[int]int{}
	for _, c := range cases {
		want := http.StatusCreated
		if c.Expect == "reject" || onPurpose[c.File] {
			want = http.StatusBadRequest
		}
		if w := server.Send(t, "POST", "/", `{"v":`+string(c.Base64)+`}`); w.Status != want {
			t.Errorf("%s: %d, want %d", c.File, w.Status, want)
		}
		counts[want]++
	}
	if counts[http.StatusCreated] < 90 || counts[http.StatusBadRequest] < 150 {
		t.Errorf("there are %v cases only", counts)
	}
}

// poster returns a function that sends one request.
func poster(t *testing.T, app http.Handler, body string, want int) func() {
	return func() {
		w := kit.Send(t, app, http.MethodPost, "/", body)
		if w.Status != want {
			t.Errorf("%d, want %d", w.Status, want)
		}
	}
}

// Rejecting a deep document takes no longer than reading a flat one of the same size.
func TestDepthIsRejectedEarly(t *testing.T) {
	const deep = 100_000
	app := kit.Build(t, echoJSON())
	for name, open := range map[string]string{"arrays": "[", "objects": `{"a":`, "both": `[{"":`, "arrays in lines": "[\n"} {
		body := `{"v":` + strings.Repeat(open, deep)
		flat := `{"v":[` + strings.Repeat("0,", len(body)/2) + `0]}`
		rejected, read := poster(t, app, body, http.StatusBadRequest), poster(t, app, flat, http.StatusCreated)
		const bar = 3
		if n := pace.Ratio(bar, rejected, read); n > bar {
			t.Errorf("%s: refused after %.1f times what a flat document of the size is read in", name, n)
		}
		// A large document is read with a decoder of its own, whatever its size.
		shallower := poster(t, app, `{"v":`+strings.Repeat(open, deep/10), http.StatusBadRequest)
		if many, few := allocs.Least(rejected), allocs.Least(shallower); 2*many > 3*few {
			t.Errorf("%s: %d allocations for %d levels, %d for a tenth of them", name, many, deep, few)
		}
	}
}
