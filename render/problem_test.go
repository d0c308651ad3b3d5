package render_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

var sold = render.NewProblem(409, "sold", "It is sold.")

func faultsOf(p *render.Problem) []tree.Fault { return (*problem.Problem)(p).Data().Faults }

const soldText = `{"title":"It is sold.","status":409,"code":"sold"}`

// All requests share a problem type, so that its methods must return copies.
func TestEveryMethodOfAProblemReturnsACopy(t *testing.T) {
	changes := map[string]func(*render.Problem) *render.Problem{
		"Type":           func(p *render.Problem) *render.Problem { return p.Type("https://example.com/sold") },
		"Describe":       func(p *render.Problem) *render.Problem { return p.Describe("Sold.") },
		"Detail":         func(p *render.Problem) *render.Problem { return p.Detail("Yesterday.") },
		"Instance":       func(p *render.Problem) *render.Problem { return p.Instance("/x/1") },
		"Member":         func(p *render.Problem) *render.Problem { return p.Extension("buyer", "1") },
		"a bad Member":   func(p *render.Problem) *render.Problem { return p.Extension("x", "1") },
		"Because":        func(p *render.Problem) *render.Problem { return p.Cause(errors.New("why")) },
		"Violations":     func(p *render.Problem) *render.Problem { return p.Violations(prop.Violations{{Code: "min"}}) },
		"MoreViolations": func(p *render.Problem) *render.Problem { return p.MoreViolations(3) },
	}
	for name, change := range changes {
		if change(sold) == sold {
			t.Errorf("%s returns the problem itself", name)
		}
		if got := string(sold.Append(nil)); got != soldText {
			t.Errorf("after %s: %s", name, got)
		}
		if sold.Error() != "409 sold" || len(sold.List()) != 0 || sold.Unwrap() != nil ||
			len(faultsOf(sold)) != 0 || (*problem.Problem)(sold).Failure().Doc != "" {
			t.Errorf("after %s: %v %v", name, sold, faultsOf(sold))
		}
	}
}

// Copies do not share the capacity of slices.
func TestCopiesOfAProblemAreIndependent(t *testing.T) {
	for n := range 20 {
		base := sold
		for i := range n {
			base = base.Extension("m"+strconv.Itoa(100+i), "0")
		}
		before := string(base.Append(nil))
		left, right := base.Extension("left", "1"), base.Extension("right", "2")
		want := before[:len(before)-1]
		if got := string(left.Append(nil)); got != want+`,"left":1}` {
			t.Errorf("%d members: left %s", n, got)
		}
		if got := string(right.Append(nil)); got != want+`,"right":2}` {
			t.Errorf("%d members: right %s", n, got)
		}
		if got := string(base.Append(nil)); got != before {
			t.Errorf("%d members: base %s", n, got)
		}
	}
	list := prop.Violations{{Code: "min", Detail: "d"}}
	p := sold.Violations(list)
	list[0].Code = "changed"
	if p.List()[0].Code != "min" {
		t.Error("a problem changes with the list that it was made from")
	}
}

// An occurrence is of its type by status and code, also if it is wrapped.
func TestOccurrencesAreOfTheirType(t *testing.T) {
	cause := errors.New("cause")
	tests := []struct {
		name string
		err  error
		is   error
		want bool
	}{
		{"itself", sold, sold, true},
		{"an occurrence", sold.Detail("x").Extension("buyer", "1"), sold, true},
		{"the kind of an occurrence", sold, sold.Detail("x"), true},
		{"a wrapped occurrence", fmt.Errorf("in: %w", sold.Detail("x")), sold, true},
		{"another declaration of the kind", render.NewProblem(409, "sold", "Sold!"), sold, true},
		{"another code", render.NewProblem(409, "unsold", "It is not."), sold, false},
		{"another status", render.NewProblem(410, "sold", "It is sold."), sold, false},
		{"the cause", sold.Cause(cause), cause, true},
		{"the kind of the cause", render.NewProblem(500, "odd", "Odd.").Cause(sold), sold, true},
		{"no cause", sold, cause, false},
		{"another error", cause, sold, false},
	}
	for _, tt := range tests {
		if got := errors.Is(tt.err, tt.is); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
	found, ok := errors.AsType[*render.Problem](fmt.Errorf("a: %w", fmt.Errorf("b: %w", sold.Detail("x"))))
	if !ok || found.Status() != 409 || found.Code() != "sold" || found.Error() != "409 sold: x" {
		t.Errorf("%v %t", found, ok)
	}
}

// ProblemOf returns the problem of an error of a handler.
func TestProblemOfFindsWhatAnErrorStandsFor(t *testing.T) {
	violations := prop.Violations{{Code: "min", Detail: "must be more", Pointer: "#/n"}}
	tests := []struct {
		err  error
		want string // status and code; "" for none
	}{
		{sold, "409 sold"},
		{fmt.Errorf("x: %w", sold), "409 sold"},
		{errors.Join(errors.New("x"), sold), "409 sold"},
		{violations, ""},
		{fmt.Errorf("x: %w", violations), ""},
		{render.Invalid(violations), "422 invalid_request"},
		{fmt.Errorf("x: %w", render.Invalid(violations)), "422 invalid_request"},
		{errors.Join(violations, sold), "409 sold"},
		{errors.New("x"), ""},
		{nil, ""},
	}
	for _, tt := range tests {
		got := ""
		if p := render.ProblemOf(tt.err); p != nil {
			got = strconv.Itoa(p.Status()) + " " + p.Code()
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

// Build reports the faults of problems.
func TestDeclarationsOfProblemsHaveFaults(t *testing.T) {
	tests := []struct {
		problem *render.Problem
		fault   string // "" for none
	}{
		{render.NewProblem(400, "a1_b", "T"), ""},
		{render.NewProblem(599, "a", "T"), ""},
		{render.NewProblem(399, "a", "T"), "status 399 is not from 400 to 599"},
		{render.NewProblem(600, "a", "T"), "status 600 is not from 400 to 599"},
		{render.NewProblem(0, "a", "T"), "status 0 is not from 400 to 599"},
		{render.NewProblem(400, "", "T"), "a code must consist of letters"},
		{render.NewProblem(400, "BLOB_unknown", "T"), ""},
		{render.NewProblem(400, "1st", "T"), "a code must consist of letters"},
		{render.NewProblem(400, "a-b", "T"), "a code must consist of letters"},
		{render.NewProblem(400, "é", "T"), "a code must consist of letters"},
		{render.NewProblem(400, "a", ""), "needs a title"},
		{sold.Extension("buyer", `{"id":1}`), ""},
		{sold.Extension("Buyer_1", `"x"`), ""},
		{sold.Extension("ab", `1`), `member "ab" cannot be added`},
		{sold.Extension("1ab", `1`), `member "1ab" cannot be added`},
		{sold.Extension("_ab", `1`), `member "_ab" cannot be added`},
		{sold.Extension("a-b", `1`), `member "a-b" cannot be added`},
		{sold.Extension("aéb", `1`), `member "aéb" cannot be added`},
		{sold.Extension("buyer", ``), `member "buyer" cannot be added`},
		{sold.Extension("buyer", `1 2`), `member "buyer" cannot be added`},
		{sold.Extension("buyer", `{"a":1,"a":2}`), `member "buyer" cannot be added`},
		{sold.Extension("buyer", "\"\xff\""), `member "buyer" cannot be added`},
		{sold.Extension("status", `200`), `member "status" cannot be added`},
		{sold.Extension("errors", `[]`), `member "errors" cannot be added`},
		{sold.Extension("more_errors", `1`), `member "more_errors" cannot be added`},
		{sold.Extension("detail", `"x"`), `member "detail" cannot be added`},
	}
	for _, tt := range tests {
		faults := faultsOf(tt.problem)
		switch {
		case tt.fault == "" && len(faults) > 0:
			t.Errorf("%s: fault %s", tt.problem, faults[0].Message)
		case tt.fault != "" && (len(faults) != 1 || !strings.Contains(faults[0].Message, tt.fault)):
			t.Errorf("%s: faults %v, want %s", tt.problem, faults, tt.fault)
		}
		if text := tt.problem.Append(nil); !json.Valid(text) {
			t.Errorf("%s: %s", tt.problem, text)
		}
	}
}

// HEAD gets the headers of GET.
func TestServeHTTPSendsTheProblem(t *testing.T) {
	for _, method := range []string{"GET", "POST", "HEAD"} {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Length", "7")
		sold.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		want := soldText
		if method == http.MethodHead {
			want = ""
		}
		h := w.Header()
		if w.Code != 409 || w.Body.String() != want || h.Get("Content-Type") != render.ContentType ||
			h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Length") != strconv.Itoa(len(soldText)) {
			t.Errorf("%s: %d %v %s", method, w.Code, h, w.Body)
		}
		h.Add("Content-Type", "mine") // must not reach the next response
	}
	w := httptest.NewRecorder()
	sold.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if got := w.Header().Values("Content-Type"); len(got) != 1 {
		t.Errorf("one answer's header reaches another: %q", got)
	}
}
