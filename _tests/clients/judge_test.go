package clients_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Methods that every path supports by RFC 9110 but documents do not list. Prism cannot read a
// response to HEAD.
var unsaid = []string{http.MethodHead, http.MethodOptions}

// The requests that Prism rejects and the shop correctly accepts, with the reasons.
var generous = map[string]func(exchange, violation) bool{
	"the documents are served beside the API, and are no part of it": func(e exchange, v violation) bool {
		return (strings.HasPrefix(e.path(), "/openapi") || strings.HasPrefix(e.path(), "/asyncapi")) && v.unmatched()
	},
	"where the document asks for no credentials or some, those of another kind are none; Prism calls them invalid": func(e exchange, v violation) bool {
		return v.Code == 401.0 && strings.HasPrefix(e.header.Get("Authorization"), "Basic ")
	},
	"a property to sort by may have a bare plus, which Prism reads as a space, or a space, which is such a plus; the document has the plus": func(e exchange, v violation) bool {
		_, order, _ := strings.Cut(e.target, "order_by=")
		plus := strings.HasPrefix(order, "+") || strings.HasPrefix(order, "%20")
		return plus && v.Code == "enum" && slices.Equal(v.Location[:3], []string{"request", "query", "order_by"})
	},
}

// A judge validates exchanges with Prism while they happen, one of each kind.
type judge struct {
	testing.TB
	prisms []prism
	queue  chan exchange
	wg     sync.WaitGroup

	mu        sync.Mutex
	seen      map[string]bool
	unsaid    map[string]bool
	needed    map[string]bool // of generous
	refused   int             // by both Prism and the shop
	succeeded []exchange      // those with a status below 300
}

// newJudge starts a Prism process for each document.
func newJudge(t *testing.T, documents ...[]byte) *judge {
	j := &judge{TB: t, queue: make(chan exchange, 1<<16), seen: map[string]bool{}, unsaid: map[string]bool{}, needed: map[string]bool{}}
	for _, d := range documents {
		j.prisms = append(j.prisms, newPrism(t, save(t, d)))
	}
	for range 4 {
		j.wg.Go(func() {
			for e := range j.queue {
				for _, fault := range j.judge(e) {
					j.Errorf("%s %.200s %.300q: %d: %s\n%.500s", e.method, e.target, e.content, e.status, fault, e.answerContent)
				}
			}
		})
	}
	return j
}

// keep validates an exchange unless an equal one was validated.
func (j *judge) keep(e exchange) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if slices.Contains(unsaid, e.method) {
		j.unsaid[e.method] = true
		return
	}
	if key := e.key(); !j.seen[key] {
		j.seen[key] = true
		j.queue <- e
	}
}

// close waits until every exchange is validated.
func (j *judge) close() {
	close(j.queue)
	j.wg.Wait()
}

// judge returns the errors of an exchange: an undocumented response, or an undocumented
// request that the shop accepted.
func (j *judge) judge(e exchange) (faults []string) {
	for _, p := range j.prisms {
		v, err := p.judge(e)
		if err != nil {
			return append(faults, err.Error())
		}
		bad := v.refused
		for _, v := range v.violations {
			bad = bad || v.ofRequest()
			if !v.ofRequest() || e.status < 400 && !j.right(e, v) {
				faults = append(faults, v.String())
			}
		}
		if v.refused && e.status < 400 {
			faults = append(faults, "Prism refuses it")
		}
		j.mu.Lock()
		switch {
		case e.status < 300:
			j.succeeded = append(j.succeeded, e)
		case e.status >= 400 && bad:
			j.refused++
		}
		j.mu.Unlock()
	}
	return faults
}

// right reports whether the shop may accept a request that Prism rejects.
func (j *judge) right(e exchange, v violation) bool {
	for why, of := range generous {
		if of(e, v) {
			j.mu.Lock()
			j.needed[why] = true
			j.mu.Unlock()
			return true
		}
	}
	return false
}

// elsewhere returns the tests of the shop that Prism has nothing to say about.
func elsewhere(t *testing.T) []string {
	t.Helper()
	names := []string{
		// They send no requests, or none through the proxy.
		"TestDocument", "TestDocumentsMatchTheServer", "TestCompatibleReportsEdits", "TestLaws", "TestMock", "FuzzShop",
		"TestOpenAPIIsPrintedWithoutADatabase", "TestTheImageNeedsNoOtherFile",
		// It sends the same requests thousands of times.
		"TestCacheKeepsCallersApart",
	}
	files, err := filepath.Glob(filepath.Join(shopFolder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	for _, name := range names {
		if !strings.Contains(source.String(), "\nfunc "+name+"(") {
			t.Errorf("the shop has no %s", name)
		}
	}
	return names
}

// The tests of the shop run through a proxy, and both documents describe all of the traffic.
// Prism rewrites what it forwards, which would break tests of bytes and of time. So Prism gets
// a copy, in front of a server that replays the responses of the shop.
func TestPrismAcceptsTheShop(t *testing.T) {
	s := startShop(t)
	var texts [][]byte
	for _, d := range documents {
		texts = append(texts, s.document(t, d.path))
	}
	j := newJudge(t, texts...)
	proxy := httptest.NewServer(front{&http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64}, j.keep})
	defer proxy.Close()
	tests := exec.CommandContext(t.Context(), "go", "test", "-C", shopFolder, "-vet=off", "-count=1", "-skip", "^("+strings.Join(elsewhere(t), "|")+")$", ".")
	tests.Env = append(os.Environ(), "SHOP_PROXY="+proxy.URL)
	if text, err := tests.CombinedOutput(); err != nil {
		t.Errorf("the shop's tests: %v\n%s", err, text)
	}
	j.close()

	for _, method := range unsaid {
		if !j.unsaid[method] {
			t.Errorf("no test sends %s", method)
		}
	}
	for why := range generous {
		if !j.needed[why] {
			t.Errorf("nothing needs the exception: %s", why)
		}
	}
	for _, operation := range operations(t, texts[0]) {
		if !slices.ContainsFunc(j.succeeded, operation.is) {
			t.Errorf("%s %s never succeeds", operation.method, operation.path)
		}
	}
	t.Logf("%d exchanges, %d of them refused by Prism as by the shop", len(j.seen), j.refused/len(texts))
	if j.refused == 0 {
		t.Error("Prism rejects nothing")
	}
}

// Prism finds known errors with both documents.
func TestPrismFindsErrors(t *testing.T) {
	s := startShop(t)
	const (
		draft   = `{"sku": "KEY-0042", "name": "Keyboard", "price": 8900, "size": {"width": 359, "height": 35, "depth": 128}}`
		product = `{"data":{"id":"2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f","sku":"KEY-0042","name":"Keyboard","price":8900,"status":"draft","tags":[],` +
			`"size":{"width":359,"height":35,"depth":128},"variants":[],"note":null,"created_at":"2026-11-21T08:30:00.000000Z","updated_at":"2026-11-21T08:30:00.000000Z"}}`
	)
	good := exchange{
		method: "POST", target: "/v1/products", content: []byte(draft), status: 201, answerContent: []byte(product),
		header:       http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + s.token}},
		answerHeader: http.Header{"Content-Type": {"application/json"}, "Location": {"/"}, "X-Request-Id": {"1"}},
	}
	for _, d := range documents {
		j := newJudge(t, s.document(t, d.path))
		if faults := j.judge(good); len(faults) > 0 {
			t.Errorf("%s: %q", d.version, faults)
		}
		for _, tt := range []struct {
			want   string
			change func(*exchange)
		}{
			{"response.body.data.price: type", func(e *exchange) { e.answerContent = []byte(strings.Replace(product, "8900", `"8900"`, 1)) }},
			{"response.body.data: required", func(e *exchange) { e.answerContent = []byte(strings.Replace(product, `"note":null,`, "", 1)) }},
			{"response.body.data.size: additionalProperties", func(e *exchange) {
				e.answerContent = []byte(strings.Replace(product, `"depth"`, `"weight":1,"depth"`, 1))
			}},
			{"response.header: required", func(e *exchange) { e.answerHeader = http.Header{"Content-Type": {"application/json"}} }},
			{"response: <nil>: Unable to match", func(e *exchange) { e.status = 299 }},
			{"response", func(e *exchange) {
				e.answerHeader = http.Header{"Content-Type": {"text/html"}, "Location": {"/"}, "X-Request-Id": {"1"}}
			}},
			{"request.body.price: minimum", func(e *exchange) { e.content = []byte(strings.Replace(draft, "8900", "-1", 1)) }},
			{"request: 401", func(e *exchange) { e.header = http.Header{"Content-Type": {"application/json"}} }},
			{"request: <nil>: Selected route not found", func(e *exchange) { e.target = "/v1/product" }},
			{"Prism refuses it", func(e *exchange) { e.content = []byte("{") }},
		} {
			e := good
			tt.change(&e)
			if faults := j.judge(e); !slices.ContainsFunc(faults, func(f string) bool { return strings.HasPrefix(f, tt.want) }) {
				t.Errorf("%s: want %s, got %q", d.version, tt.want, faults)
			}
		}
		j.close()
	}
}

// An operation of a document.
type operation struct{ method, path string }

func operations(t *testing.T, document []byte) (all []operation) {
	t.Helper()
	var d struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	for path, item := range d.Paths {
		for method := range item {
			all = append(all, operation{strings.ToUpper(method), path})
		}
	}
	if len(all) < 15 {
		t.Fatal(fmt.Sprint("operations: ", all))
	}
	return all
}

// is reports whether an exchange belongs to the operation.
func (o operation) is(e exchange) bool {
	want, got := strings.Split(o.path, "/"), strings.Split(e.path(), "/")
	return o.method == e.method && slices.EqualFunc(want, got, func(want, got string) bool {
		return want == got || strings.HasPrefix(want, "{") && strings.ContainsAny(got, "0123456789")
	})
}
