package route

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/precondition"
)

// RequirePrecondition refuses requests that do not say which version of the entity they
// change: without an If-Match, and without an If-Unmodified-Since that can be
// compared, the answer is 428 (RFC 6585 §3). It is for PATCH, PUT and DELETE of a
// collection with versions, see [collection.Collection.Versioned].
func (o *Operation) setRequirePrecondition() *Operation {
	at := ir.Faultf("RequirePrecondition is for PATCH, PUT and DELETE")
	none := ir.Faultf("RequirePrecondition needs entities with versions; say Versioned of the collection that the route changes or answers with")
	return o.change(func(n *ir.Operation) {
		switch {
		case n.Method == "": // no route, which is told
		case n.Method == http.MethodGet || n.Method == http.MethodPost:
			n.Faults = append(n.Faults, at)
		case !n.Conditional():
			n.Faults = append(n.Faults, none)
		default:
			n.RequirePrecondition = true
		}
	})
}

// preconditions is what a request demands of the entity that it is about. What a
// handler is given may hold it for longer than the call lives.
type preconditions struct {
	precondition.Conditions
	method    string
	who       codec.Grants
	required  bool        // the client must say which version it means
	evaluated atomic.Bool // somebody has asked
}

// readCondition reads the preconditions of a request to an operation for which
// they count.
func (c *Call) readCondition() error {
	conditions, bad := precondition.Parse(c.r.Header)
	if bad != "" {
		return malformed(ir.EntityTags, ir.TextParam("header", bad))
	}
	if n := c.endpoint.op; conditions.Any(n.Method) {
		c.preconditions = &preconditions{Conditions: conditions, method: n.Method, who: c.encoder.Grants, required: n.RequirePrecondition}
	}
	return nil
}

// evaluate decides whether a request may change what is in a state.
func (k *preconditions) evaluate(s precondition.State) error {
	k.evaluated.Store(true)
	if k.required && !k.Tells(s) {
		return detailed(ir.PreconditionRequired, ir.EntityWithoutAge)
	}
	if k.Evaluate(k.method, s) != precondition.Proceed {
		return refuse(ir.PreconditionFailed, "")
	}
	return nil
}

func (k *preconditions) unchanged(v codec.Version) error { return k.evaluate(changing(v, k.who)) }

// stateOf is the state of an entity that exists, as somebody sees it. Whoever does
// not see all of it is not told its version, nor when it was changed: both would
// tell of changes to what is hidden.
func stateOf(v codec.Version, who codec.Grants) precondition.State {
	s := precondition.State{Exists: true, Modified: v.Modified}
	if v.Tag != "" {
		s.Tag = precondition.Tag(v.Tag)
	}
	if view := v.View; view != nil {
		if open := view.Open(who); open != "" {
			s.Tag, s.Modified = partTag(view, open), time.Time{}
		}
	}
	return s
}

// changing is [stateOf] for a change: what the client sees now need not be all that it
// saw.
func changing(v codec.Version, who codec.Grants) precondition.State {
	s := stateOf(v, who)
	if view := v.View; view != nil {
		s.Part = func(open string) string {
			if !view.Within(open, who) {
				return ""
			}
			return partTag(view, open)
		}
	}
	return s
}

func partTag(view *codec.VisibleState, open string) string {
	digest := view.Digest(open)
	if digest == "" {
		return ""
	}
	return precondition.Part(precondition.Tag(digest), open)
}

// CheckVersion checks the preconditions of the request, such as If-Match, against
// the version of the entity that the handler is about to change or delete. The
// error is the problem that the client gets, status 412; without preconditions it
// is nil. Call it inside the transaction that changes the entity, or the entity
// may change in between.
//
// [collection.Patch.Apply] and [collection.Replacement.Apply] do this already. It
// is for handlers of DELETE, and for those of PATCH and PUT that are given neither.
//
//	c.CheckVersion(products.VersionOf(&found))
//
// Where members are guarded ([collection.Field.VisibleTo]) the version must be that of
// VersionOf, as clients have tags of what they see.
//
// A route that neither changes nor answers with an entity of a collection with
// versions does not know of preconditions: there Unchanged fails, as what it is
// asked would not be in the document, except for the zero version.
func (c *Call) CheckVersion(v collection.Version) error {
	return c.checkVersion(codec.Version{Tag: v.Tag, Modified: v.Modified, View: codec.ViewOf(v)})
}

func (c *Call) checkVersion(v codec.Version) error {
	if v.Tag == "" && v.Modified.IsZero() && !c.endpoint.evaluatesPreconditions() {
		return nil
	}
	if g := c.endpoint.visibility; g != nil && v.View == nil && c.preconditions != nil && !g.all(c.encoder.Grants) {
		return fmt.Errorf("the handler of %s %s must give CheckVersion what VersionOf of the collection returns: "+
			"this client does not see all of the entity, and has a version of what it sees", c.endpoint.op.Method, c.endpoint.op.Path)
	}
	return c.evaluate(changing(v, c.encoder.Grants))
}

// CheckAbsent is [Call.CheckVersion] for an entity that does not exist, which the handler
// is about to make: If-Match is false, and If-None-Match: * is true.
func (c *Call) CheckAbsent() error { return c.evaluate(precondition.State{}) }

func (c *Call) evaluate(s precondition.State) error {
	switch {
	case !c.endpoint.evaluatesPreconditions():
		return fmt.Errorf("%s %s does not know of preconditions; "+
			"PATCH, PUT and DELETE of a collection with versions do", c.endpoint.op.Method, c.endpoint.op.Path)
	case c.preconditions == nil:
		return nil
	}
	return c.preconditions.evaluate(s)
}

// evaluatesPreconditions reports whether the handler heeds preconditions before it acts.
func (e *Endpoint) evaluatesPreconditions() bool {
	return e.mayEvaluate && e.op.Method != http.MethodGet
}

// guard hands the preconditions of a request to what the handler is given.
func (c *Call) guard(in any) {
	if c.preconditions == nil {
		return
	}
	if change := codec.ChangeOf(in); change != nil {
		change.Preconditions = c.preconditions.unchanged
	}
}

// guarded makes sure that a handler heeds the preconditions of a request, which
// nobody but it can do at the right time.
func (e *Endpoint) guarded(next Handler) Handler {
	return func(c *Call) error {
		if err := c.pinned(); err != nil {
			return err
		}
		if err := next(c); err != nil || c.preconditions == nil || c.preconditions.evaluated.Load() {
			return err
		}
		return fmt.Errorf("the handler of %s %s has not heeded the preconditions of the request, and may have lost an update: "+
			"it must call Apply of what it is given, or CheckVersion of the call", e.op.Method, e.op.Path)
	}
}

// pinned refuses a request that must say which version it changes.
func (c *Call) pinned() error {
	if c.endpoint.op.RequirePrecondition && (c.preconditions == nil || !c.preconditions.Pins()) {
		return unpinned
	}
	return nil
}

// unpinned is the problem of a request that must say which version it changes.
var unpinned = refuse(ir.PreconditionRequired, "")
