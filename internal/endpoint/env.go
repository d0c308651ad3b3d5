package endpoint

import (
	"net/http"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Env is what an API declares for all of its operations.
type Env struct {
	media.Settings
	BaseURL  string // before the paths of links; "" if they are relative
	Limits   media.Limits
	Limiters *Limiters // nil: there are no rate limits
	// Scope returns the client of a request, which owns its Idempotency-Keys; "" if it is
	// not known. nil: none is known.
	Scope func(*http.Request) string
	// Fail sends a problem, and keeps nothing of it. op is nil outside of any operation.
	Fail func(w http.ResponseWriter, r *http.Request, op *ir.Operation, err error)
	// Panicked sends a problem after a panic of a handler, or aborts a response that has
	// begun.
	Panicked func(w http.ResponseWriter, r *http.Request, value any, begun bool)
	// Identified is notified of the caller's identity, and Reached of each phase; nil:
	// nothing observes requests.
	Identified func(r *http.Request, who authn.Identity)
	Reached    func(r *http.Request, op *ir.Operation, p Phase)
}

// Phase is a part of an exchange that observers measure.
type Phase uint8

// The phases, in their order. A stage that fails goes on with PhaseWrite.
const (
	PhaseRead   Phase = iota // the request is read and validated
	PhaseHandle              // the handler runs, with the middleware of Wrap
	PhaseWrite               // the response is written
	PhaseDone                // what follows is not the operation's
)

func (e *Endpoint) reach(c *Call, p Phase) {
	if e.env.Reached != nil {
		e.env.Reached(c.ex.R, e.op, p)
	}
}

// Slots are the compiled properties of one Build: many operations have the same. The zero
// value is ready for use.
type Slots struct {
	compiler *codec.Compiler
	of       map[*ir.Prop]codec.Input
}

// Of returns the slot of a property.
func (s *Slots) Of(p prop.Prop) codec.Input {
	n := property.NodeOf(p)
	if slot := s.of[n]; slot != nil {
		return slot
	}
	if s.of == nil {
		s.compiler, s.of = codec.NewCompiler(ir.Create), map[*ir.Prop]codec.Input{}
	}
	slot := property.SlotOf(p, s.compiler)
	s.of[n] = slot
	return slot
}
