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

// instance is an API that has been built, with a store of its own.
type instance struct {
	draft   *draft
	app     *tenon.App
	handler http.Handler
	house   *house
	log     *logs
	trace   []*exchange
	epoch   int // counts what changed the store
}

// exchange is a request and its answer.
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

// logs is what a server has logged.
type logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// take returns what has been logged since it was last asked.
func (l *logs) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.text.String()
	l.text.Reset()
	return s
}

// world says in which of two worlds an API is, and how much its limits admit.
type world struct {
	secrets int
	limit   int
}

var usual = world{limit: 100_000}

// build makes the API of a pair.
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

// signer is the first way to authenticate; there may be none.
func (x *instance) signer() signer {
	if len(x.draft.signers) == 0 {
		return signer{}
	}
	return x.draft.signers[0]
}

// send serves a request, and notes the exchange.
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

// as sends a request with the first way to authenticate.
func (x *instance) as(from who, r *request) *exchange { return x.send(r, from, x.signer()) }

// touches reports whether an exchange is about a feature.
func (e *exchange) touches(f *feature) bool {
	if slices.Contains(e.asked.marks, f.name) {
		return true
	}
	if strings.HasPrefix(f.name, "scheme ") || f.name == "AnyOf" || f.name == "AllOf" || f.name == "Claims" {
		return e.from.name != "" && slices.Contains(e.by.of, f.name) || e.from.name == "" && e.in.draft.on[f.name]
	}
	if f.area == contents || !f.plain && slices.ContainsFunc(e.in.draft.alters, func(a alteration) bool { return a.feature == f.name }) {
		return false // only what it has asked or changed itself
	}
	return f.at(e.asked.op)
}

// String is the exchange as somebody would repeat it.
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
