package limits_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The parts of a form are few, its files are no larger than its body, and they are removed however the
// request ends.
func TestUploadsAreBounded(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	files := func() int {
		all, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	upload := collection.New("Upload", prop.File("file"), prop.String("how").Optional().MaxLen(9)).IgnoreUnknown()
	saved := 0
	app := kit.Build(t, tenon.New("U", "1").Limits(route.Limits{Body: 200_000}).Logger(new(kit.Log).Logger()).Add(
		route.Post("/multipart", route.Multipart(upload.Create()), kit.Seen.View()).Handle(func(_ *route.Call, r collection.Record) (collection.Record, error) {
			saved = files()
			if saved > 1 {
				panic("for the test")
			}
			return kit.Saw("x"), nil
		}),
		route.Post("/form", route.Form(collection.New("Form", prop.String("a").Optional()).IgnoreUnknown().Create()), kit.Seen.View()).
			Handle(func(*route.Call, collection.Record) (collection.Record, error) { return kit.Saw("x"), nil })))
	part := func(name, size int) string {
		return fmt.Sprintf("--x\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"f\"\r\n\r\n%s\r\n", []string{"file", "other"}[min(name, 1)], strings.Repeat("y", size))
	}
	small := "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n"
	for _, tt := range []struct {
		name, path, body string
		status, saved    int
	}{
		{"a small file", "/multipart", part(0, 1000) + "--x--\r\n", 201, 0},
		{"a large file", "/multipart", part(0, 100_000) + "--x--\r\n", 201, 1},
		{"a panic of the handler", "/multipart", part(0, 50_000) + part(1, 50_000) + "--x--\r\n", 500, 2},
		{"a file beyond the limit", "/multipart", part(0, 50_000) + part(1, 200_000) + "--x--\r\n", 413, 0},
		{"a body that ends early", "/multipart", part(0, 100_000), 400, 0},
		{"1000 parts", "/multipart", part(0, 1) + strings.Repeat(small, 999) + "--x--\r\n", 201, 0},
		{"1001 parts", "/multipart", part(0, 50_000) + strings.Repeat(small, 1000) + "--x--\r\n", 400, 0},
		{"10,000 fields", "/form", strings.TrimSuffix(strings.Repeat("b=c&", 10_000), "&"), 201, 0},
		{"10,001 fields", "/form", strings.TrimSuffix(strings.Repeat("b=c&", 10_001), "&"), 400, 0},
	} {
		saved = 0
		r := httptest.NewRequest("POST", tt.path, strings.NewReader(tt.body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		if tt.path == "/form" {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		if w := kit.Do(app, r); w.Status != tt.status || saved != tt.saved || files() != 0 {
			t.Errorf("%s: %d with %d files, of which %d are left: %.200s", tt.name, w.Status, saved, files(), w.Body)
		}
	}
}
