package clients_test

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"

	diff "github.com/google/go-cmp/cmp"
)

// seen has the results of a client: node/fetch.ts and testdata/oapi print it.
type seen struct {
	Created struct {
		Status   int
		Price    int64
		Discount string
		Tags     []string
	}
	Pages   []int // number of products of each page
	Found   int
	Ordered bool
	Updated struct {
		Status int
		Price  int64
		Note   *string
		Depth  int
	}
	Stale, Refused, Unread, Gone refusal
	Deleted                      struct {
		Status int
		Same   bool
	}
}

type (
	refusal struct {
		Status     int
		Code       string
		Violations []broken
	}
	broken struct{ Code, At string }
)

// use runs a client with the shop and with its mock, each of them alone and behind Prism.
func use(t *testing.T, document []byte, client func(s shop) string) {
	t.Helper()
	for _, server := range []struct {
		flags []string
		pages []int // of all products that are drafts or active
	}{
		{nil, []int{40, 40, 40, 40, 1}},
		{[]string{"-mock"}, []int{4}}, // the created product and three others
	} {
		check(t, client(startShop(t, server.flags...)), server.pages)
		s := startShop(t, server.flags...)
		var inFront inFront
		s.url = inFront.start(t, startPrism(t, save(t, document), s.url))
		check(t, client(s), server.pages)
		inFront.check(t, len(server.pages)+3)
	}
}

func check(t *testing.T, text string, pages []int) {
	t.Helper()
	var got, want seen
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	slices.SortFunc(got.Refused.Violations, func(a, b broken) int { return cmp.Compare(a.At, b.At) }) // in the order of members
	want.Created.Status, want.Created.Price, want.Created.Tags = 201, 8900, []string{"usb-c"}
	want.Created.Discount = `{"kind":"percent","percent":10}`
	want.Pages, want.Ordered = pages, true
	for _, n := range pages {
		want.Found += n
	}
	want.Updated.Status, want.Updated.Price, want.Updated.Note, want.Updated.Depth = 200, 9900, new("Ask first."), 130
	want.Stale = refusal{412, "precondition_failed", nil}
	want.Refused = refusal{422, "invalid_request", []broken{{"min", "#/price"}, {"min", "#/size/depth"}, {"pattern", "#/sku"}}}
	want.Unread = refusal{422, "", []broken{{"min", "query limit"}, {"pattern", "query tag"}}}
	want.Deleted.Status, want.Deleted.Same = 200, true
	want.Gone = refusal{404, "no_such_product", nil}
	if d := diff.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// inFront records the verdicts of Prism in a run.
type inFront struct {
	mu        sync.Mutex
	accepted  int
	refused   int
	complaint []string // about valid requests
}

// start starts Prism with a proxy in front.
func (f *inFront) start(t *testing.T, prism string) string {
	t.Helper()
	target, err := url.Parse(prism)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ModifyResponse: f.see,
	})
	t.Cleanup(server.Close)
	return server.URL
}

func (f *inFront) see(res *http.Response) error {
	found, err := violationsOf(res)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if res.StatusCode < 400 {
		f.accepted++
	} else if slices.ContainsFunc(found, violation.ofRequest) {
		f.refused++
	}
	for _, v := range found {
		if res.StatusCode < 400 || !v.ofRequest() {
			f.complaint = append(f.complaint, res.Request.Method+" "+res.Request.URL.String()+": "+v.String())
		}
	}
	return nil
}

// check fails the test if there was a complaint, or if Prism saw other requests than those of
// seen. It rejects two of them, and accepts the others.
func (f *inFront) check(t *testing.T, accepted int) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.complaint {
		t.Error(c)
	}
	if f.accepted != accepted || f.refused != 2 {
		t.Errorf("Prism accepted %d requests and rejected %d, want %d and 2", f.accepted, f.refused, accepted)
	}
}
