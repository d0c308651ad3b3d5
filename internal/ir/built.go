package ir

import "iter"

// Built is the core of a built API. Other packages of the module open it with [APIOf]
// and [ProbesOf]; its method is unexported, so that nothing else can.
type Built struct {
	api    *API
	tested Tested
}

// Tested is what tests and documents ask an app. It is an interface, because package tenon, which
// implements it, imports this one.
type Tested interface {
	// Probes ranges over a probe of each body and input of each operation.
	Probes(yield func(*Operation, Probe) bool)
	// Silent ranges over the operations with each event that they declare and have not emitted.
	Silent(yield func(*Operation, *Event) bool)
}

func (b *Built) built() *Built { return b }

// Opener is implemented by types that embed a [Built].
type Opener interface{ built() *Built }

// APIOf returns the tree that an app was built from.
func APIOf(app Opener) *API { return app.built().api }

// SetAPI sets the tree of an app.
func SetAPI(app Opener, api *API) { app.built().api = api }

// SetTested sets what tests ask of an app.
func SetTested(app Opener, t Tested) { app.built().tested = t }

// ProbesOf returns a probe of each body and input of each operation.
func ProbesOf(app Opener) iter.Seq2[*Operation, Probe] { return app.built().tested.Probes }

// SilentOf returns the operations with each event that they declare and have not emitted.
func SilentOf(app Opener) iter.Seq2[*Operation, *Event] { return app.built().tested.Silent }

// Try is the function of a [Probe].
type Try = func(text []byte, ignoreUnknown bool) (again []byte, err error)

// Probe reads and writes JSON as an operation would, so that tests can compare it with
// a document. The members of a form are those of an object.
type Probe struct {
	Body *Body
	// Problem is the format of problems whose body is probed; nil otherwise.
	Problem *ProblemFormat
	// Input is the probed input; nil for a probe of the body.
	Input *Input
	// Try reads text and writes the value that it has read. If ignoreUnknown is set, it ignores
	// undeclared members, as clients do. The error is prop.Violations, a *prop.SyntaxError, or that
	// of writing.
	Try Try
	// Parse reads an input from its decoded texts in a request; nil for a body and for an input
	// that is not text. The error is prop.Violations.
	Parse func(texts []string) error
}
