package problems_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// sold is declared by the routes of these tests, unsold is not.
var (
	unsold = render.NewProblem(409, "unsold", "It is not sold.")
)

func malformedText() error {
	_, err := prop.Int("n").Parse([]byte("{]"))
	return fmt.Errorf("%s: %w", kit.Password, err)
}

// Every error of a handler is the problem that it wraps, or is logged.
func TestHandlersFail(t *testing.T) {
	const soldOut = `{"type":"https://example.com/problems/sold","title":"It is sold.","status":409,"code":"sold"}`
	tests := []struct {
		name   string
		err    error
		status int
		body   string
		logged []string // nil: nothing
	}{
		{"a declared problem", kit.Sold, 409, soldOut, nil},
		{"a declared problem that is wrapped", fmt.Errorf("%s: %w", kit.Password, kit.Sold), 409, soldOut, nil},
		{"one of several errors", errors.Join(kit.ErrStore, kit.Sold), 409, soldOut, nil},
		{"a cause is not told", kit.Sold.Cause(kit.ErrStore), 409, soldOut, nil},
		{"a cause on the server's side is logged", kit.Away.Cause(kit.ErrStore), 503,
			`{"title":"It is away.","status":503,"code":"away"}`, []string{"problem sent", kit.ErrStore.Error()}},
		{"an occurrence", kit.Sold.Detail("Yesterday.").Instance("/x/7").Extension("buyer_count", "3"), 409,
			`{"type":"https://example.com/problems/sold","title":"It is sold.","status":409,"detail":"Yesterday.",` +
				`"instance":"/x/7","code":"sold","buyer_count":3}`, nil},
		{"a problem that is not declared", unsold.Detail(kit.Password), 500, kit.InternalError,
			[]string{"problem 409 unsold is not declared; declare it with Fails", `"path":"/x"`, `"method":"GET"`}},
		{"a problem with the status and another code", render.NewProblem(409, "solder", "Solder."), 500, kit.InternalError,
			[]string{"problem 409 solder is not declared"}},
		{"a problem with the code and another status", render.NewProblem(410, "sold", "It is sold."), 500, kit.InternalError,
			[]string{"problem 410 sold is not declared"}},
		{"any other error", kit.ErrStore, 500, kit.InternalError, []string{"connection refused", `"path":"/x"`, `"level":"ERROR"`}},
		{"violations of nobody's input", prop.String("name").MinLen(1).Check(""), 500, kit.InternalError,
			[]string{"must have at least 1 character (min_length)", `"path":"/x"`, `"level":"ERROR"`}},
		{"violations that are wrapped", fmt.Errorf("row 7: %w", prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/name"}}), 500, kit.InternalError,
			[]string{"row 7: #/name: is taken (taken)"}},
		{"violations among several errors", errors.Join(kit.ErrStore, prop.Violations{{Code: "taken", Detail: "is taken"}}), 500, kit.InternalError,
			[]string{"connection refused", "is taken"}},
		{"text that is no JSON", &prop.SyntaxError{Reason: "syntax error", Offset: 3}, 500, kit.InternalError,
			[]string{"malformed JSON at byte 3: syntax error"}},
		{"violations that the handler puts down to the client", render.Invalid(prop.String("name").MinLen(1).Check("")), 422,
			`{"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.",` +
				`"code":"invalid_request","errors":[{"code":"min_length","detail":"must have at least 1 character",` +
				`"pointer":"#","params":{"min":1}}]}`, nil},
		{"the same, wrapped within and without", fmt.Errorf("checking: %w", render.Invalid(fmt.Errorf("checking %s: %w", kit.Password, prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/name"}}))),
			422, `{"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.",` +
				`"code":"invalid_request","errors":[{"code":"taken","detail":"is taken","pointer":"#/name"}]}`, nil},
		{"the same among several errors", errors.Join(kit.ErrStore, render.Invalid(prop.Violations{{Code: "taken", Detail: "is taken", Pointer: "#/name"}})),
			422, `{"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.",` +
				`"code":"invalid_request","errors":[{"code":"taken","detail":"is taken","pointer":"#/name"}]}`, nil},
		{"text of the client that is no JSON", render.Invalid(malformedText()), 400,
			`{"title":"Bad Request","status":400,"detail":"The content is malformed JSON at byte 1: syntax error.","code":"malformed_request"}`, nil},
		{"what the client is not responsible for", render.Invalid(kit.ErrStore), 500, kit.InternalError, []string{"connection refused"}},
		{"another problem", render.Invalid(kit.Sold), 409, soldOut, nil},
		{"a nil problem in an error", (*render.Problem)(nil), 500, kit.InternalError, []string{""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var logged kit.Log
			get := route.Get("/x", kit.Seen.View()).Fails(kit.Sold, kit.Away).
				Handle(func(*route.Call) (collection.Record, error) { return collection.Record{}, tt.err })
			w := kit.Send(t, kit.Build(t, tenon.New("Fail", "1").Logger(logged.Logger()).Add(get)), "GET", "/x", "")
			if w.Status != tt.status || w.Body != tt.body {
				t.Errorf("%d %s\nwant %d %s", w.Status, w.Body, tt.status, tt.body)
			}
			if tt.logged == nil {
				logged.Empty(t)
			} else {
				logged.Has(t, tt.logged...)
			}
		})
	}
}

// The error handler gets the errors that are no problem. The problems that it returns must
// be declared.
func TestErrorHandlerTurnsErrorsIntoProblems(t *testing.T) {
	errGone, errOdd := errors.New("gone"), errors.New("odd")
	handler := func(r *http.Request, err error) *render.Problem {
		switch {
		case r.URL.Path != "/x":
			t.Errorf("called for %s", r.URL.Path)
		case errors.Is(err, errGone):
			return kit.Sold.Cause(err)
		case errors.Is(err, errOdd):
			return unsold
		case render.ProblemOf(err) != nil:
			t.Errorf("called for a problem: %v", err)
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
		{kit.ErrStore, 500, "connection refused"},
		{kit.Sold, 409, ""},
		{unsold, 500, "problem 409 unsold is not declared"},
		{prop.Violations{{Code: "taken"}}, 500, "(taken)"},
		{render.Invalid(prop.Violations{{Code: "taken"}}), 422, ""},
	}
	for _, tt := range tests {
		var logged kit.Log
		get := route.Get("/x", kit.Seen.View()).Fails(kit.Sold).
			Handle(func(*route.Call) (collection.Record, error) { return collection.Record{}, tt.err })
		w := kit.Send(t, kit.Build(t, tenon.New("Fail", "1").Logger(logged.Logger()).ErrorHandler(handler).Add(get)), "GET", "/x", "")
		if w.Status != tt.status || strings.Contains(w.Body, kit.Password) {
			t.Errorf("%v: %d %s", tt.err, w.Status, w.Body)
		}
		if tt.logged == "" {
			logged.Empty(t)
		} else {
			logged.Has(t, tt.logged)
		}
	}
}
