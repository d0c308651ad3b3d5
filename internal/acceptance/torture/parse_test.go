package torture_test

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// sendTwice sends one request twice and checks that both responses are equal and well-formed.
func sendTwice(t *testing.T, app http.Handler, method, target, body string) kit.Response {
	t.Helper()
	first, second := kit.Send(t, app, method, target, body), kit.Send(t, app, method, target, body)
	if first.Status != second.Status || first.Body != second.Body {
		t.Fatalf("sent twice, two responses:\n%s\n%s", first.Body, second.Body)
	}
	first.CheckWellFormed(t, method)
	return first
}

// Whatever is sent, the response is well-formed; an accepted body satisfies every rule, and
// is accepted again as it is written.
func FuzzRequestsAgreeWithParse(f *testing.F) {
	for _, table := range [][]hostile{hostileBodies, hostileDocuments} {
		for _, row := range table {
			if len(row.body) < 4<<10 {
				f.Add([]byte(row.body))
			}
		}
	}
	f.Add(kit.Kilobyte)
	app := kit.BuildGadgets(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		sendTwice(t, app, "PATCH", gadgetPath, string(body))
		if got := sendTwice(t, app, "POST", "/gadgets", string(body)); got.Status != http.StatusCreated {
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
