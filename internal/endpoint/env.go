package endpoint

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Env has the options of an API for all of its operations.
type Env struct {
	media.Settings
	BaseURL  string // before the paths of links; "" if they are relative
	Limits   media.Limits
	Limiters *Limiters
	// Address returns the address of the client of a request, or "" if it has none.
	Address func(*http.Request) string
	// Fail sends a problem, and does not keep its arguments. op is nil for requests without an
	// operation.
	Fail func(w http.ResponseWriter, r *http.Request, op *tree.Operation, err error)
	// Panicked sends a problem after a panic of a handler, or aborts a response that has
	// begun.
	Panicked func(w http.ResponseWriter, r *http.Request, value any, begun bool)
	// Identified is notified of the caller's identity, and Reached of each phase; nil: nothing observes
	// requests.
	Identified func(r *http.Request, who authn.Identity)
	Reached    func(r *http.Request, op *tree.Operation, p Phase)
}

// Phase is a part of an exchange that observers measure.
type Phase uint8

// The phases, in their order. PhaseWrite follows a stage that fails.
const (
	PhaseRead   Phase = iota // reading and validating the request
	PhaseHandle              // the handler, with the middleware of Wrap
	PhaseWrite               // writing the response
	PhaseDone                // after the operation
)

// Slots has the compiled properties of one Build, which operations share. The zero value is
// ready for use.
type Slots struct {
	compiler *codec.Compiler
	of       map[*tree.Prop]codec.Input
	vary     *varying // of the operation before
}

// varying returns the headers of names. Most operations of an API vary by the same ones.
func (s *Slots) varying(names []string) *varying {
	if s.vary == nil || !slices.Equal(s.vary.names, names) {
		s.vary = newVarying(names)
	}
	return s.vary
}

// Of returns the slot of a property.
func (s *Slots) Of(p prop.Prop) codec.Input {
	n := property.NodeOf(p)
	if slot := s.of[n]; slot != nil {
		return slot
	}
	if s.of == nil {
		s.compiler, s.of = codec.NewCompiler(tree.Create), map[*tree.Prop]codec.Input{}
	}
	slot := property.SlotOf(p, s.compiler)
	s.of[n] = slot
	return slot
}
