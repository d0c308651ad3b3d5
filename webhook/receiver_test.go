package webhook_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/webhook"
)

type ping struct{ Test int64 }

var (
	test  = prop.Int64("test")
	pings = collection.Of("Ping", func(p *ping) collection.Fields { return collection.Fields{test.At(&p.Test)} })
)

// receivers returns a tenon API and a plain handler, which call work for each webhook.
func receivers(t *testing.T, v webhook.Verifier, work func(w http.ResponseWriter, n int64)) map[string]http.Handler {
	t.Helper()
	hook := route.Post("/hook", pings.Create(), collection.NoContent()).
		Use(v.Wrap).
		Fails(webhook.Problems()...).
		Handle(func(c *route.Call, in ping) (collection.Empty, error) {
			w := httptest.NewRecorder()
			if work(w, in.Test); w.Code >= 400 {
				return collection.Empty{}, errors.New("the work failed")
			}
			return collection.Empty{}, nil
		})
	plain := func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		n, _ := strconv.ParseInt(strings.Trim(string(b), `{"tes: }`), 10, 64)
		if err != nil || int64(len(b)) != r.ContentLength || n == 0 {
			t.Errorf("%s, %v", b, err)
		}
		work(w, n)
	}
	return map[string]http.Handler{
		"tenon":    kit.Build(t, tenon.New("Hooks", "1").Logger(slog.New(slog.DiscardHandler)).Add(hook)),
		"net/http": v.Wrap(http.HandlerFunc(plain)),
	}
}

func post(t *testing.T, h http.Handler, body string, header http.Header) kit.Response {
	t.Helper()
	r := kit.Request(t, "POST", "/hook", body)
	for name, values := range header {
		r.Header[name] = values
	}
	return kit.Do(h, r)
}

func TestAReceiverVerifiesBeforeItDecodes(t *testing.T) {
	s := secret(t, vectorSecret)
	var seen int64
	v := webhook.NewVerifier(s).Clock(at(vectorTime)).MaxBody(int64(len(vectorBody)))
	long := `{"test":          2432232314}`
	for name, h := range receivers(t, v, func(_ http.ResponseWriter, n int64) { seen += n }) {
		for _, c := range []struct {
			name, body string
			header     http.Header
			status     int
			code       string
		}{
			{"valid", vectorBody, signed(t, vectorID, vectorTime, vectorBody, s), 0, ""},
			{"not JSON, not signed", "{", nil, 403, "webhook_not_verified"},
			{"another body", `{"test": 2432232315}`, signed(t, vectorID, vectorTime, vectorBody, s), 403, "webhook_not_verified"},
			{"old", vectorBody, signed(t, vectorID, vectorTime.Add(-time.Hour), vectorBody, s), 403, "webhook_not_verified"},
			{"new", vectorBody, signed(t, vectorID, vectorTime.Add(time.Hour), vectorBody, s), 403, "webhook_not_verified"},
			{"malformed", vectorBody, http.Header{"Webhook-Id": {"a"}, "Webhook-Timestamp": {"x"}, "Webhook-Signature": {"x"}}, 403, "webhook_not_verified"},
			{"too long", long, signed(t, vectorID, vectorTime, long, s), 413, "webhook_too_large"},
		} {
			seen = 0
			got := post(t, h, c.body, c.header)
			switch {
			case c.status == 0 && (got.Status/100 != 2 || seen != 2432232314):
				t.Errorf("%s: %s: %d %s, saw %d", name, c.name, got.Status, got.Body, seen)
			case c.status != 0 && (got.Status != c.status || seen != 0 || !strings.Contains(got.Body, `"code":"`+c.code+`"`)):
				t.Errorf("%s: %s: %d %s, saw %d", name, c.name, got.Status, got.Body, seen)
			}
		}
	}
	for name, h := range receivers(t, webhook.NewVerifier(), func(http.ResponseWriter, int64) { t.Error("called") }) {
		if got := post(t, h, vectorBody, signed(t, vectorID, vectorTime, vectorBody, s)); got.Status != 503 {
			t.Errorf("%s without a secret: %d", name, got.Status)
		}
	}
}

// A body that ends early is no webhook.
func TestAnIncompleteBodyIsRejected(t *testing.T) {
	s := secret(t, vectorSecret)
	h := webhook.NewVerifier(s).Clock(at(vectorTime)).Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("called") }))
	r := kit.Request(t, "POST", "/hook", "")
	r.Header = signed(t, vectorID, vectorTime, vectorBody, s)
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(vectorBody), broken{}))
	if got := kit.Do(h, r); got.Status != 400 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestOnceDeduplicatesByID(t *testing.T) {
	s := secret(t, vectorSecret)
	store := idempotency.Memory()
	for _, name := range []string{"tenon", "net/http"} {
		calls, status := 0, 500
		v := webhook.NewVerifier(s).Clock(at(vectorTime)).Once(store, name, time.Hour)
		var h http.Handler
		nested := 0
		h = receivers(t, v, func(w http.ResponseWriter, _ int64) {
			if calls++; calls == 2 { // while this attempt is unfinished
				nested = post(t, h, vectorBody, signed(t, vectorID, vectorTime, vectorBody, s)).Status
			}
			w.WriteHeader(status)
		})[name]
		send := func(id, body string) int {
			return post(t, h, body, signed(t, id, vectorTime, body, s)).Status
		}
		if got := send(vectorID, vectorBody); got != 500 || calls != 1 {
			t.Errorf("%s: a failure is %d after %d calls", name, got, calls)
		}
		status = 204
		if got := send(vectorID, vectorBody); got != 204 || calls != 2 || nested != 409 {
			t.Errorf("%s: the next attempt is %d after %d calls; a concurrent one is %d", name, got, calls, nested)
		}
		if got := send(vectorID, `{"test": 7}`); got != 204 || calls != 2 {
			t.Errorf("%s: a repeated message is %d after %d calls", name, got, calls)
		}
		if got := send("another", vectorBody); got != 204 || calls != 3 {
			t.Errorf("%s: another message is %d after %d calls", name, got, calls)
		}
		if got := post(t, h, vectorBody, http.Header{"Webhook-Id": {vectorID}}).Status; got != 403 || calls != 3 {
			t.Errorf("%s: a known ID without a signature is %d", name, got)
		}
	}
}

func TestAPanicReleasesTheMessage(t *testing.T) {
	s := secret(t, vectorSecret)
	calls := 0
	h := webhook.NewVerifier(s).Clock(at(vectorTime)).Once(idempotency.Memory(), "", time.Hour).
		Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			if calls++; calls == 1 {
				panic(http.ErrAbortHandler)
			}
		}))
	header := signed(t, vectorID, vectorTime, vectorBody, s)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not pass")
			}
		}()
		post(t, h, vectorBody, header)
	}()
	if got := post(t, h, vectorBody, header); got.Status != 200 || calls != 2 {
		t.Errorf("%d after %d calls", got.Status, calls)
	}
}
