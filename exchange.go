package tenon

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// exchange is what an App knows of one request and its answer. It is the
// request's context, so that whoever has the request finds it: it is the
// [problem.Writer] of everything that the request is refused with.
type exchange struct {
	context.Context
	app  *App
	id   string
	line [1]string // the id as a header

	in    received
	out   sent
	start time.Time

	mu    sync.Mutex // a middleware may let a handler run on after the answer
	who   authn.Identity
	known Exchange
	stage route.Stage
	since time.Time // when the stage began; zero: none has
}

var _ problem.Writer = (*exchange)(nil)

// Value implements context.Context.
func (x *exchange) Value(key any) any {
	switch key {
	case exchangeKey{}, problem.WriterKey{}:
		return x
	case auth.ContextKey{}:
		if who := x.identity(); !who.Anonymous() {
			return who
		}
	}
	return x.Context.Value(key)
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// exchanged keeps an [exchange] for each request.
func (a *App) exchanged(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{Context: r.Context(), app: a}
		r = r.WithContext(x)
		if a.edge.ids {
			x.identify(w, r)
		}
		if len(a.edge.observers) == 0 {
			h.ServeHTTP(w, r)
			return
		}
		x.watch(w, r)
		whole := false
		defer func() { x.report(r, whole) }()
		h.ServeHTTP(&x.out, r)
		whole = true
	})
}

// WriteProblem implements [problem.Writer].
func (x *exchange) WriteProblem(w http.ResponseWriter, r *http.Request, sent *problem.Problem) {
	p := (*render.Problem)(sent)
	f := p.Fields()
	if x.id != "" && f.Instance == "" {
		p = p.Instance(instanceOf(x.id))
	}
	x.refused(f)
	x.app.writeProblem(w, r, p)
}
