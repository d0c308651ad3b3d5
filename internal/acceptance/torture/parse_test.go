package torture_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// fuzzed serves one request twice and checks what is true of every answer.
func fuzzed(t *testing.T, app *tenon.App, request func() *http.Request) kit.Response {
	t.Helper()
	ask := func() kit.Response {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, request())
		res := w.Result()
		content, _ := io.ReadAll(res.Body)
		return kit.Response{Response: res, Content: content}
	}
	got, again := ask(), ask()
	if got.StatusCode != again.StatusCode || !bytes.Equal(got.Content, again.Content) {
		t.Fatalf("asked twice, two answers:\n%s\n%s", got.Content, again.Content)
	}
	kit.CheckResponse(t, request().Method, got)
	return got
}

// FuzzARequestTakesWhatParseTakes: whatever content is sent, the answer is sound,
// and what is taken keeps every rule and is taken again as it is written.
func FuzzARequestTakesWhatParseTakes(f *testing.F) {
	for _, table := range [][]hostile{hostileBodies, hostileDocuments} {
		for _, row := range table {
			if len(row.body) < 4<<10 {
				f.Add([]byte(row.body))
			}
		}
	}
	f.Add(kit.Kilobyte)
	app := kit.BuildGadgets()
	f.Fuzz(func(t *testing.T, body []byte) {
		request := func(method, target string) func() *http.Request {
			return func() *http.Request {
				r := httptest.NewRequest(method, target, bytes.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				return r
			}
		}
		fuzzed(t, app, request("PATCH", gadgetPath))
		if got := fuzzed(t, app, request("POST", "/gadgets")); got.StatusCode != http.StatusCreated {
			return
		}
		g, err := kit.Gadgets.Create().Parse(body)
		if err != nil {
			t.Fatalf("a request takes what Parse does not: %v", err)
		}
		if vs := kit.Gadgets.Create().Check(g); vs != nil {
			t.Fatalf("what was taken breaks a rule: %v", vs)
		}
		text, err := kit.Gadgets.Create().Append(nil, g)
		if err != nil {
			t.Fatal(err)
		}
		g, err = kit.Gadgets.Create().Parse(text)
		if err != nil {
			t.Fatalf("what was written is not taken: %v\n%s", err, text)
		}
		if again, err := kit.Gadgets.Create().Append(nil, g); err != nil || !bytes.Equal(text, again) {
			t.Fatalf("written twice, two texts: %v\n%s\n%s", err, text, again)
		}
	})
}
