package tenon_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// internalError is all that a client learns of what went wrong in the server.
const internalError = `{"title":"Internal Server Error","status":500,` +
	`"detail":"The server failed to answer the request.","code":"internal_error"}`

// password is what failures have in their texts, and answers must not.
const password = "hunter2"

// logs keeps what was logged.
type logs struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logs) logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }

// has checks that one line has all of the texts, and forgets what was logged.
func (l *logs) has(t *testing.T, texts ...string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.buf.String()
	l.buf.Reset()
	for line := range strings.Lines(all) {
		missing := false
		for _, text := range texts {
			missing = missing || !strings.Contains(line, text)
		}
		if !missing {
			return
		}
	}
	t.Errorf("no line of the log has %q:\n%s", texts, all)
}

func (l *logs) empty(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buf.Len() > 0 {
		t.Errorf("logged:\n%s", l.buf.String())
	}
	l.buf.Reset()
}

// sold is declared by the routes of these tests, unsold is not.
var (
	sold   = render.NewProblem(409, "sold", "It is sold.").Type("https://example.com/problems/sold")
	unsold = render.NewProblem(409, "unsold", "It is not sold.")
	away   = render.NewProblem(503, "away", "It is away.")
)

var errStore = errors.New("connection refused for user shop, password " + password)

func malformedText() error {
	_, err := prop.Int("n").Parse([]byte("{]"))
	return fmt.Errorf("%s: %w", password, err)
}

// TestHandlersFail: each error is told as it should be, and the rest is logged.
func TestHandlersFail(t *testing.T) {
	const soldOut = `{"type":"https://example.com/problems/sold","title":"It is sold.","status":409,"code":"sold"}`
	tests := []struct {
		name   string
		err    error
		status int
		body   string
		logged []string // nil: nothing
	}{
		{"a declared problem", sold, 409, soldOut, nil},
		{"a declared problem that is wrapped", fmt.Errorf("%s: %w", password, sold), 409, soldOut, nil},
		{"one of several errors", errors.Join(errStore, sold), 409, soldOut, nil},
		{"a cause is not told", sold.Cause(errStore), 409, soldOut, nil},
		{"a cause on the server's side is logged", away.Cause(errStore), 503,
			`{"title":"It is away.","status":503,"code":"away"}`, []string{"a problem was answered", errStore.Error()}},
		{"an occurrence", sold.Detail("Yesterday.").Instance("/x/7").Extension("buyer_count", "3"), 409,
			`{"type":"https://example.com/problems/sold","title":"It is sold.","status":409,"detail":"Yesterday.",` +
				`"instance":"/x/7","code":"sold","buyer_count":3}`, nil},
		{"a problem that is not declared", unsold.Detail(password), 500, internalError,
			[]string{"problem 409 unsold is not declared; say Fails", `"path":"/x"`, `"method":"GET"`}},
		{"a problem with the status and another code", render.NewProblem(409, "solder", "Solder."), 500, internalError,
			[]string{"problem 409 solder is not declared"}},
		{"a problem with the code and another status", render.NewProblem(410, "sold", "It is sold."), 500, internalError,
			[]string{"problem 410 sold is not declared"}},
		{"any other error", errStore, 500, internalError, []string{"connection refused", `"path":"/x"`, `"level":"ERROR"`}},
		{"violations of nobody's input", prop.String("name").MinLen(1).Check(""), 500, internalError,
			[]string{"must have at least 1 character (min_length)", `"path":"/x"`, `"level":"ERROR"`}},
		{"violations that are wrapped", fmt.Errorf("row 7: %w", prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/name"}}), 500, internalError,
			[]string{"row 7: #/name: is taken (taken)"}},
		{"violations among several errors", errors.Join(errStore, prop.Violations{{Code: "taken", Detail: "is taken"}}), 500, internalError,
			[]string{"connection refused", "is taken"}},
		{"text that is no JSON", &prop.SyntaxError{Reason: "syntax error", Offset: 3}, 500, internalError,
			[]string{"malformed JSON at byte 3: syntax error"}},
		{"violations that the handler puts down to the client", render.Invalid(prop.String("name").MinLen(1).Check("")), 422,
			`{"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.",` +
				`"code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 1 character",` +
				`"pointer":"#","params":{"min":1}}]}`, nil},
		{"the same, wrapped within and without", fmt.Errorf("checking: %w", render.Invalid(fmt.Errorf("checking %s: %w", password, prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/name"}}))),
			422, `{"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.",` +
				`"code":"invalid_request","errors":[{"code":"taken","detail":"is taken","pointer":"#/name"}]}`, nil},
		{"the same among several errors", errors.Join(errStore, render.Invalid(prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/name"}})),
			422, `{"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.",` +
				`"code":"invalid_request","errors":[{"code":"taken","detail":"is taken","pointer":"#/name"}]}`, nil},
		{"text of the client that is no JSON", render.Invalid(malformedText()), 400,
			`{"title":"Bad Request","status":400,"detail":"The content is malformed JSON at byte 1: syntax error.","code":"malformed_request"}`, nil},
		{"what the client is not responsible for", render.Invalid(errStore), 500, internalError, []string{"connection refused"}},
		{"another problem", render.Invalid(sold), 409, soldOut, nil},
		{"a nil problem in an error", (*render.Problem)(nil), 500, internalError, []string{""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var logged logs
			get := route.Get("/x", seen.View()).Fails(sold, away).
				Handle(func(*route.Call) (collection.Record, error) { return collection.Record{}, tt.err })
			w := httptest.NewRecorder()
			tenon.New("Fail", "1").Logger(logged.logger()).Add(get).MustBuild().
				ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
			if w.Code != tt.status || w.Body.String() != tt.body {
				t.Errorf("%d %s\nwant %d %s", w.Code, w.Body, tt.status, tt.body)
			}
			if tt.logged == nil {
				logged.empty(t)
			} else {
				logged.has(t, tt.logged...)
			}
		})
	}
}

// TestErrorHandlerTurnsErrorsIntoProblems: it is asked for what is no problem,
// and what it makes must be declared too.
func TestErrorHandlerTurnsErrorsIntoProblems(t *testing.T) {
	errGone, errOdd := errors.New("gone"), errors.New("odd")
	handler := func(r *http.Request, err error) *render.Problem {
		switch {
		case r.URL.Path != "/x":
			t.Errorf("asked about %s", r.URL.Path)
		case errors.Is(err, errGone):
			return sold.Cause(err)
		case errors.Is(err, errOdd):
			return unsold
		case render.ProblemOf(err) != nil:
			t.Errorf("asked about a problem: %v", err)
		}
		return nil
	}
	tests := []struct {
		err    error
		status int
		logged string
	}{
		{fmt.Errorf("find: %w", errGone), 409, ""},
		{errOdd, 500, "problem 409 unsold is not declared"},
		{errStore, 500, "connection refused"},
		{sold, 409, ""},
		{unsold, 500, "problem 409 unsold is not declared"},
		{prop.Violations{{Code: "taken"}}, 500, "(taken)"},
		{render.Invalid(prop.Violations{{Code: "taken"}}), 422, ""},
	}
	for _, tt := range tests {
		var logged logs
		get := route.Get("/x", seen.View()).Fails(sold).
			Handle(func(*route.Call) (collection.Record, error) { return collection.Record{}, tt.err })
		w := httptest.NewRecorder()
		tenon.New("Fail", "1").Logger(logged.logger()).ErrorHandler(handler).Add(get).MustBuild().
			ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
		if w.Code != tt.status || strings.Contains(w.Body.String(), password) {
			t.Errorf("%v: %d %s", tt.err, w.Code, w.Body)
		}
		if tt.logged == "" {
			logged.empty(t)
		} else {
			logged.has(t, tt.logged)
		}
	}
}
