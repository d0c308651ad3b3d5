package pairs

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
)

// An instance is a built API with its own store.
type instance struct {
	draft   *draft
	app     *tenon.App
	handler http.Handler
	house   *house
	log     *logs
	trace   []*exchange
	epoch   int // counts changes of the store
}

// An exchange is a request and its response.
type exchange struct {
	in      *instance
	asked   *request
	from    who
	by      signer
	request *http.Request
	status  int
	header  http.Header
	body    []byte
	log     string
	epoch   int
}

// logs is the log of a server.
type logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// take returns the log lines since the previous call.
func (l *logs) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.text.String()
	l.text.Reset()
	return s
}

// A world selects the hidden values and the limits of an API.
type world struct {
	secrets int
	limit   int
}

var usual = world{limit: 100_000}

// build builds the API of a pair.
func build(p pair, w world) (*instance, error) {
	d := newDraft(w, p...)
	h := &house{shelves: map[string]*shelf{}, secrets: w.secrets, draft: d}
	x := &instance{draft: d, house: h, log: new(logs)}
	api := d.declaration(h).Logger(slog.New(slog.NewTextHandler(x.log, nil)))
	app, err := api.Build()
	if err != nil {
		return nil, err
	}
	x.app = app
	docs := oas.Handler(app)
	if d.on["Audience"] {
		docs = oas.Handler(app, oas.ForAudience("partners"))
	}
	x.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/openapi") {
			docs.ServeHTTP(w, r)
			return
		}
		app.ServeHTTP(w, r)
	})
	if d.mount != nil {
		x.handler = d.mount(app, docs)
	}
	return x, nil
}

func (x *instance) close() { _ = x.app.Close() }

// signer returns the first signer, or nil.
func (x *instance) signer() signer {
	if len(x.draft.signers) == 0 {
		return signer{}
	}
	return x.draft.signers[0]
}

// send serves a request and records the exchange.
func (x *instance) send(r *request, from who, by signer) *exchange {
	in := r.http(x.draft, from, by)
	e := &exchange{in: x, asked: r, from: from, by: by, request: in, epoch: x.epoch}
	w := httptest.NewRecorder()
	x.log.take()
	x.handler.ServeHTTP(w, in.WithContext(context.WithoutCancel(in.Context())))
	answer := w.Result()
	e.status, e.header, e.body = answer.StatusCode, answer.Header, w.Body.Bytes()
	e.log = x.log.take()
	if !r.safe() && e.status < 400 {
		x.epoch++
	}
	x.trace = append(x.trace, e)
	return e
}

// as sends a request with the first signer.
func (x *instance) as(from who, r *request) *exchange { return x.send(r, from, x.signer()) }

// touches reports whether a feature affects an exchange.
func (e *exchange) touches(f *feature) bool {
	if slices.Contains(e.asked.marks, f.name) {
		return true
	}
	if strings.HasPrefix(f.name, "scheme ") || f.name == "AnyOf" || f.name == "AllOf" || f.name == "Claims" {
		return e.from.name != "" && slices.Contains(e.by.of, f.name) || e.from.name == "" && e.in.draft.on[f.name]
	}
	if f.area == contents || !f.plain && slices.ContainsFunc(e.in.draft.alters, func(a alteration) bool { return a.feature == f.name }) {
		return false // only its probes and alterations
	}
	return f.at(e.asked.op)
}

// String returns the exchange as a curl command with its response.
func (e *exchange) String() string {
	var b strings.Builder
	b.WriteString(curl(e.request, e.asked.body) + "\n" + http.StatusText(e.status) + " ")
	var h bytes.Buffer
	_ = e.header.Write(&h)
	b.WriteString(strings.ReplaceAll(h.String(), "\r\n", "; ") + "\n" + shortened(string(e.body)))
	if e.log != "" {
		b.WriteString("\nlog: " + shortened(e.log))
	}
	return b.String()
}
