package headers_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// RFC 9110 §14.2.
func TestRangesAreNoLargerThanTheFile(t *testing.T) {
	content := strings.Repeat("0123456789", 1000)
	app := kit.Build(t, tenon.New("R", "1").Add(route.Get("/file", route.Download("text/plain")).Handle(func(*route.Call) (route.File, error) {
		f := route.FileOf([]byte(content))
		f.ETag = `"f"`
		return f, nil
	})))
	many := func(n int) string { return "bytes=" + strings.TrimSuffix(strings.Repeat("0-0,", n), ",") }
	for _, tt := range []struct {
		method string
		ranges []string
		status int
		want   string // of Content-Range; multipart for several
	}{
		{"GET", []string{"bytes=0-9"}, 206, "bytes 0-9/10000"},
		{"GET", []string{"Bytes=0-9"}, 206, "bytes 0-9/10000"}, // §14.1
		{"GET", []string{"bytes=-5"}, 206, "bytes 9995-9999/10000"},
		{"GET", []string{"bytes=0-0,5-5"}, 206, "multipart"},
		{"GET", []string{many(16)}, 206, "multipart"},
		{"GET", []string{many(17)}, 200, ""},
		{"GET", []string{many(500)}, 200, ""},
		{"GET", []string{"bytes=0-4999,5000-9999"}, 200, ""},
		{"GET", []string{"bytes=0-,1-"}, 200, ""},
		{"GET", []string{"items=0-9"}, 200, ""},
		{"GET", []string{"seconds=1-2"}, 200, ""},
		{"GET", []string{"none"}, 200, ""},
		{"GET", []string{"bytes=0-9", "bytes=0-9"}, 200, ""},
		{"GET", []string{"bytes=10000-"}, 416, "bytes */10000"},
		{"GET", []string{"bytes=x"}, 416, ""},
		{"GET", []string{"bytes=-0"}, 416, "bytes */10000"},
		{"GET", []string{"bytes=-000"}, 416, "bytes */10000"},
		{"GET", []string{"bytes= -0"}, 416, "bytes */10000"},
		{"GET", []string{"bytes=-0,0-4"}, 206, "bytes 0-4/10000"},
		{"GET", []string{"bytes=-0,-0"}, 416, "bytes */10000"},
		{"GET", []string{"bytes=9990-99999999999999999999"}, 206, "bytes 9990-9999/10000"},
		{"GET", []string{"bytes=0-" + strings.Repeat("9", 500)}, 206, "bytes 0-9999/10000"},
		{"GET", []string{"bytes=-99999999999999999999"}, 206, "bytes 0-9999/10000"},
		{"GET", []string{"bytes=-9223372036854775808"}, 206, "bytes 0-9999/10000"},
		{"GET", []string{"bytes=00000000000000000000000009990-"}, 206, "bytes 9990-9999/10000"},
		{"GET", []string{"bytes=99999999999999999999-"}, 416, "bytes */10000"},
		{"GET", []string{"bytes=99999999999999999999-99999999999999999999"}, 416, "bytes */10000"},
		{"GET", []string{"bytes=5-99999999999999999999,0-0"}, 200, ""},
		{"GET", []string{"bytes=9000-99999999999999999999,0-0"}, 206, "multipart"},
		{"GET", []string{"bytes=9-5"}, 416, ""},
		{"GET", []string{"bytes=+1-5"}, 416, ""},
		{"GET", []string{"bytes=--5"}, 416, ""},
		{"HEAD", []string{"bytes=-0"}, 200, ""},
		{"HEAD", []string{"bytes=0-9"}, 200, ""},
		{"HEAD", []string{"bytes=10000-"}, 200, ""},
	} {
		w := kit.Send(t, app, tt.method, "/file", "", kit.Values("Range", tt.ranges...)...)
		got := w.Header.Get("Content-Range")
		if strings.HasPrefix(w.Header.Get("Content-Type"), "multipart/byteranges") {
			got = "multipart"
		}
		if w.Status != tt.status || got != tt.want || len(w.Body) > len(content) {
			t.Errorf("%s %.40q: %d %q, %d bytes", tt.method, tt.ranges, w.Status, got, len(w.Body))
		}
	}
}

// A tag without quotes would never match.
func TestTheTagOfAFileIsAnEntityTag(t *testing.T) {
	for tag, status := range map[string]int{
		"": 200, `"v1"`: 200, `W/"v1"`: 200, `""`: 200, `"é"`: 200, "v1": 500, `"v1`: 500, `v1"`: 500, `"a"b"`: 500, `w/"v1"`: 500,
		`"v 1"`: 500, "\"v\n1\"": 500, `"v1", "v2"`: 500, "*": 500, `W/`: 500, `"`: 500,
	} {
		logged := new(kit.Log)
		app := kit.Build(t, tenon.New("R", "1").Logger(logged.Logger()).Add(route.Get("/file", route.Download("text/plain")).Handle(func(*route.Call) (route.File, error) {
			f := route.FileOf([]byte("hello"))
			f.ETag = tag
			return f, nil
		})))
		w := kit.Send(t, app, "GET", "/file", "")
		if w.Status != status || status == 200 && w.Header.Get("ETag") != tag || status == 500 && w.Body != kit.InternalError {
			t.Errorf("%q: %d %q", tag, w.Status, w.Header.Get("ETag"))
		}
		if status == 500 {
			logged.Has(t, "entity tag")
		}
		logged.Empty(t)
	}
}
