package probe

import (
	"iter"

	"github.com/tenon-go/tenon/tree"
)

// App is the part of tenon.App that packages of this module read with [Tree] and [Of].
type App struct {
	api    *tree.API
	tested Tested
}

// Tested is what tests and documents ask an app. It is an interface, because package tenon, which
// implements it, imports this one.
type Tested interface {
	// Probes ranges over a probe of each body and input of each operation.
	Probes(yield func(*tree.Operation, Probe) bool)
	// Silent ranges over the operations with each event that they declare and have not emitted.
	Silent(yield func(*tree.Operation, *tree.Event) bool)
}

func (a *App) probed() *App { return a }

// Opener is implemented by types that embed an [App].
type Opener interface{ probed() *App }

// Tree returns the tree that an app was built from.
func Tree(app Opener) *tree.API { return app.probed().api }

// SetTree sets the tree of an app.
func SetTree(app Opener, api *tree.API) { app.probed().api = api }

// SetTests sets what tests ask of an app.
func SetTests(app Opener, t Tested) { app.probed().tested = t }

// Of returns a probe of each body and input of each operation.
func Of(app Opener) iter.Seq2[*tree.Operation, Probe] { return app.probed().tested.Probes }

// Silent returns the operations with each event that they declare and have not emitted.
func Silent(app Opener) iter.Seq2[*tree.Operation, *tree.Event] { return app.probed().tested.Silent }

// Try is the function of a [Probe].
type Try = func(text []byte, ignoreUnknown bool) (again []byte, err error)

// Probe reads and writes JSON as an operation would, so that tests can compare it with
// a document. The members of a form are those of an object.
type Probe struct {
	Body *tree.Body
	// Problem is the format of problems whose body is probed; nil otherwise.
	Problem *tree.ProblemFormat
	// Input is the probed input; nil for a probe of the body.
	Input *tree.Input
	// Try reads text and writes the value that it has read. If ignoreUnknown is set, it ignores
	// undeclared members, as clients do. The error is prop.Violations, a *prop.SyntaxError, or that
	// of writing.
	Try Try
	// Parse reads an input from its decoded texts in a request; nil for a body and for an input
	// that is not text. The error is prop.Violations.
	Parse func(texts []string) error
}
