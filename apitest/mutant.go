package apitest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// mutant is a bug in an operation, as the processes of [Mutants] tell it each other.
type mutant struct {
	bug          string
	method, path string // "": of all operations
	name         string // of a member, a parameter or a header
	envelope     string // of responses
	wrapper      string // of requests
	reached      string // a file that is made when a request meets the bug
}

// mutantVariable is the environment variable with the mutant of a process.
const mutantVariable = "TENON_MUTANT"

func (m mutant) String() string {
	return strings.Join([]string{m.bug, m.method, m.path, m.name, m.envelope, m.wrapper, m.reached}, "\n")
}

func mutantOf(text string) (m mutant, ok bool) {
	f := strings.Split(text, "\n")
	if len(f) != 7 {
		return m, false
	}
	return mutant{f[0], f[1], f[2], f[3], f[4], f[5], f[6]}, true
}

// Mutant is the middleware that plants the bugs of [Mutants]. It changes nothing in another process:
//
//	app := declaration(store).Use(apitest.Mutant).MustBuild() // in the function that builds the app for all tests
func Mutant(next http.Handler) http.Handler {
	m, ok := mutantOf(os.Getenv(mutantVariable))
	if !ok {
		return next
	}
	all := mutations()
	at := slices.IndexFunc(all, func(n mutation) bool { return n.bug == m.bug })
	if at < 0 {
		return next
	}
	planted := all[at].plant(m, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !m.matches(r) {
			next.ServeHTTP(w, r)
			return
		}
		planted.ServeHTTP(w, r)
	})
}

// meet records that a request has met the bug.
func (m mutant) meet() {
	if f, err := os.Create(m.reached); err == nil {
		_ = f.Close()
	}
}

// matches reports whether a request is one of the operation.
func (m mutant) matches(r *http.Request) bool {
	return m.path == "" || matches(m.path, r.URL.Path) && (r.Method == m.method || r.Method == http.MethodHead && m.method == http.MethodGet)
}

// recorded is a response that a bug changes.
type recorded struct {
	status int
	header http.Header
	body   []byte
	lost   []string // headers
}

// serve returns the response of a handler.
func serve(next http.Handler, r *http.Request) *recorded {
	rec := httptest.NewRecorder()
	next.ServeHTTP(rec, r)
	return &recorded{status: rec.Code, header: rec.Result().Header, body: rec.Body.Bytes()}
}

func (x *recorded) write(w http.ResponseWriter) {
	for name, values := range x.header {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	for _, name := range x.lost {
		w.Header().Del(name)
	}
	w.WriteHeader(x.status)
	_, _ = w.Write(x.body)
}

// inRequest plants a bug that changes requests.
func inRequest(change func(mutant, *http.Request)) func(mutant, http.Handler) http.Handler {
	return func(m mutant, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			m.meet()
			r = r.Clone(r.Context())
			change(m, r)
			next.ServeHTTP(w, r)
		})
	}
}

// inBody plants a bug that changes the members of requests.
func inBody(change func(mutant, value) value) func(mutant, http.Handler) http.Handler {
	return inRequest(func(m mutant, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if v, ok := parse(body); ok && v.kind == jsonx.Object {
			inner, wrapped := v.get(m.wrapper)
			if m.wrapper != "" && wrapped {
				body = v.with(m.wrapper, change(m, inner)).append(nil)
			} else if m.wrapper == "" {
				body = change(m, v).append(nil)
			}
		}
		resend(r, body)
	})
}

// resend sets the body of a request.
func resend(r *http.Request, body []byte) {
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
}

// inResponse plants a bug that changes responses.
func inResponse(change func(mutant, *http.Request, *recorded)) func(mutant, http.Handler) http.Handler {
	return func(m mutant, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			m.meet()
			x := serve(next, r)
			change(m, r, x)
			x.write(w)
		})
	}
}

// inContent plants a bug that changes what is in the envelope of successes.
func inContent(change func(mutant, value) value) func(mutant, http.Handler) http.Handler {
	return inResponse(func(m mutant, _ *http.Request, x *recorded) {
		v, ok := parse(x.body)
		switch inner, enveloped := v.get(m.envelope); {
		case !ok || x.status >= 300:
		case m.envelope == "":
			x.body = change(m, v).append(nil)
		case enveloped:
			x.body = v.with(m.envelope, change(m, inner)).append(nil)
		}
	})
}

// other returns another value of the same kind.
func other(v value) value {
	switch v.kind {
	case jsonx.String:
		v.text = v.text[:len(v.text)/2] + "x"
	case jsonx.Number:
		v.text = "4" + strings.TrimLeft(v.text, "-0")
	case jsonx.True:
		v.kind = jsonx.False
	case jsonx.False:
		v.kind = jsonx.True
	case jsonx.Array, jsonx.Object:
		v.items, v.names = nil, nil
	}
	return v
}
