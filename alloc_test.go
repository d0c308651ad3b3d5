package tenon_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/route"
)

// atMost fails where f allocates more often than it may.
func atMost(t *testing.T, bar int, f func()) {
	t.Helper()
	got := allocs.Least(f)
	t.Logf("%d allocations, the bar is %d", got, bar)
	if got > bar {
		t.Errorf("%d allocations are more than %d", got, bar)
	}
}

// TestReadingAnInputAllocatesNothing is about handles inside a handler.
func TestReadingAnInputAllocatesNothing(t *testing.T) {
	called := false
	get := route.Get("/inputs", seen.View()).
		Query(inCount, inBig, inText, route.CSV(inIDs), inDay, route.DeepObject(inRange)).Header(inTries).Cookie(inTheme).
		Handle(func(c *route.Call) (collection.Record, error) {
			called = true
			var total int64
			length := 0
			atMost(t, 0, func() {
				total += int64(inCount.Get(c)) + inBig.Get(c) + int64(inTries.Get(c))
				text, _ := inText.Lookup(c)
				length += len(text) + len(inIDs.Get(c)) + len(inTheme.Get(c)) + inDay.Get(c).Year()
				_, sent := inRange.Lookup(c)
				called = called && sent
			})
			return sight(), nil
		})
	request := everyInput()
	request.URL.RawQuery = "count=1&big=2&text=x&ids=1,2&day=2026-01-02&range[min]=1"
	w := httptest.NewRecorder()
	tenon.New("A", "1").Add(get).MustBuild().ServeHTTP(w, request)
	if !called || w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// kilobyte is a valid gadget of 12 members, among them an object and five items.
var kilobyte = []byte(`{"name":"Tenkeyless keyboard with a rather long name, so that it counts","price":129.90,"stock":1200,` +
	`"views":9007199254740993,"grade":"B","active":true,"released":"2026-01-02","updated":"2026-01-02T03:04:05.678Z",` +
	`"email":"sales.department@keyboards.example.com","site":"https://www.keyboards.example.com/catalogue/tenkeyless?colour=black",` +
	`"size":{"width":360,"height":140},` +
	`"parts":[{"name":"case, anodised aluminium","count":1},{"name":"switch, tactile, 62 g, lubricated","count":87},` +
	`{"name":"keycap, dye-sublimated","count":87},{"name":"stabiliser, screw-in","count":4},{"name":"cable, USB-C, braided","count":1}],` +
	`"note":"` + strings.Repeat("A note of some length, as people write them. ", 9) + `"}`)

// TestParsingAKilobyteAllocatesLittle: one copy of the text, and what the Go
// value itself needs.
func TestParsingAKilobyteAllocatesLittle(t *testing.T) {
	body := gadgets.Create()
	if n := len(kilobyte); n < 950 || n > 1150 {
		t.Fatalf("%d bytes", n)
	}
	if v, err := body.Parse(kilobyte); err != nil || len(v.Parts) != 5 || v.Note == nil {
		t.Fatalf("%+v %v", v, err)
	}
	atMost(t, 12, func() {
		if _, err := body.Parse(kilobyte); err != nil {
			t.Fatal(err)
		}
	})
}

// sink is a writer for answers that is used again and again.
type sink struct {
	header http.Header
	status int
	n      int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(p []byte) (int, error) { s.n += len(p); return len(p), nil }

// reader is content that is read again and again.
type reader struct{ bytes.Reader }

func (*reader) Close() error { return nil }

// again serves the same request with nothing of its own to allocate.
func again(app http.Handler, method, target string, content []byte) (serve func() *sink) {
	body := new(reader)
	w := &sink{header: http.Header{}}
	at, _ := url.Parse(target)
	r := &http.Request{Method: method, URL: at, Header: http.Header{"Content-Type": {"application/json"}},
		Body: body, ContentLength: int64(len(content))}
	return func() *sink {
		body.Reset(content)
		clear(w.header)
		w.status, w.n = 0, 0
		app.ServeHTTP(w, r)
		return w
	}
}

// TestAnAnswerAllocatesLittle is about whole requests, from the router to the
// last byte.
func TestAnAnswerAllocatesLittle(t *testing.T) {
	app := torture().CheckResponses(tenon.Never).MustBuild()
	wrong := []byte(strings.NewReplacer(
		`129.90`, `129.905`, `"B"`, `"Z"`, `true`, `"true"`, `"width":360`, `"width":0`, `"name":"case, anodised aluminium"`, `"name":""`,
	).Replace(string(kilobyte)))
	w := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/gadgets?zz=1", bytes.NewReader(wrong))
	r.Header.Set("Content-Type", "application/json")
	if app.ServeHTTP(w, r); strings.Count(w.Body.String(), `{"code":`) != 6 {
		t.Fatalf("not 6 violations: %s", w.Body)
	}
	tests := []struct {
		name, method, target string
		content              []byte
		status               int
		bar                  int
	}{
		{"201 of a kilobyte", "POST", "/gadgets", kilobyte, 201, 20},
		{"422 with 6 violations", "POST", "/gadgets?zz=1", wrong, 422, 60},
		{"200 with no inputs", "GET", "/lax", nil, 200, 12},
		{"404", "GET", "/nothing", nil, 404, 8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			serve := again(app, tt.method, tt.target, tt.content)
			if w := serve(); w.status != tt.status || w.n == 0 {
				t.Fatalf("status %d, %d bytes", w.status, w.n)
			}
			atMost(t, tt.bar, func() { serve() })
		})
	}
}
