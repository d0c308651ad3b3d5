package route

import (
	"fmt"
	"net/http"
	"sync/atomic"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/precondition"
)

// RequireMatch refuses requests that do not say which version of the entity they
// change: without an If-Match, and without an If-Unmodified-Since that can be
// compared, the answer is 428 (RFC 6585 §3). It is for PATCH, PUT and DELETE of a
// collection with versions, see [collection.Collection.Versioned].
func (d *decl[Self]) RequireMatch() Self {
	at := ir.Faultf("RequireMatch is for PATCH, PUT and DELETE")
	none := ir.Faultf("RequireMatch needs entities with versions; say Versioned of the collection that the route changes or answers with")
	return d.node(func(n *ir.Operation) {
		switch {
		case n.Method == "": // no route, which is told
		case n.Method == http.MethodGet || n.Method == http.MethodPost:
			n.Faults = append(n.Faults, at)
		case !n.Conditional():
			n.Faults = append(n.Faults, none)
		default:
			n.RequireMatch = true
		}
	})
}

// condition is what a request demands of the entity that it is about. What a
// handler is given may hold it for longer than the call lives.
type condition struct {
	precondition.Conditions
	method string
	pinned bool        // the client must say which version it means
	heeded atomic.Bool // somebody has asked
}

// readCondition reads the preconditions of a request to an operation for which
// they count.
func (c *Call) readCondition() error {
	conditions, bad := precondition.Parse(c.r.Header)
	if bad != "" {
		return malformed(ir.EntityTags, ir.TextParam("header", bad))
	}
	if n := c.endpoint.op; conditions.Any(n.Method) {
		c.condition = &condition{Conditions: conditions, method: n.Method, pinned: n.RequireMatch}
	}
	return nil
}

// heed decides whether a request may change what is in a state.
func (k *condition) heed(s precondition.State) error {
	k.heeded.Store(true)
	s.AnyPart = true
	if k.pinned && !k.Tells(s) {
		return detailed(ir.Unpinned, ir.EntityWithoutAge)
	}
	if k.Evaluate(k.method, s) != precondition.Proceed {
		return refuse(ir.Changed, "")
	}
	return nil
}

func (k *condition) unchanged(v collection.Version) error { return k.heed(stateOf(v)) }

// stateOf is the state of an entity that exists.
func stateOf(v collection.Version) precondition.State {
	s := precondition.State{Exists: true, Modified: v.Modified}
	if v.Tag != "" {
		s.Tag = precondition.Tag(v.Tag)
	}
	return s
}

// Unchanged checks the preconditions of the request, such as If-Match, against
// the version of the entity that the handler is about to change or delete. The
// error is the problem that the client gets, status 412; without preconditions it
// is nil. Call it inside the transaction that changes the entity, or the entity
// may change in between.
//
// [collection.Patch.Apply] and [collection.Replacement.Apply] do this already. It
// is for handlers of DELETE, and for those of PATCH and PUT that are given neither.
//
//	c.Unchanged(products.VersionOf(&found))
//
// A route that neither changes nor answers with an entity of a collection with
// versions does not know of preconditions: there Unchanged fails, as what it is
// asked would not be in the document, except for the zero version.
func (c *Call) Unchanged(v collection.Version) error {
	if v.Tag == "" && v.Modified.IsZero() && !c.endpoint.guards() {
		return nil
	}
	return c.heed(stateOf(v))
}

// Absent is [Call.Unchanged] for an entity that does not exist, which the handler
// is about to make: If-Match is false, and If-None-Match: * is true.
func (c *Call) Absent() error { return c.heed(precondition.State{}) }

func (c *Call) heed(s precondition.State) error {
	switch {
	case !c.endpoint.guards():
		return fmt.Errorf("%s %s does not know of preconditions; "+
			"PATCH, PUT and DELETE of a collection with versions do", c.endpoint.op.Method, c.endpoint.op.Path)
	case c.condition == nil:
		return nil
	}
	return c.condition.heed(s)
}

// guards reports whether the handler heeds preconditions before it acts.
func (e *Endpoint) guards() bool { return e.conditional && e.op.Method != http.MethodGet }

// guardable is what a handler is given that heeds preconditions by itself.
type guardable interface {
	Guard(ir.Key, func(collection.Version) error)
}

var (
	_ guardable = (*collection.Patch[int])(nil)
	_ guardable = (*collection.Replacement[int])(nil)
)

// guard hands the preconditions of a request to what the handler is given.
func (c *Call) guard(in any) {
	if c.condition == nil {
		return
	}
	if g, ok := in.(guardable); ok {
		g.Guard(ir.Key{}, c.condition.unchanged)
	}
}

// guarded makes sure that a handler heeds the preconditions of a request, which
// nobody but it can do at the right time.
func (e *Endpoint) guarded(next Handler) Handler {
	return func(c *Call) error {
		if err := c.pinned(); err != nil {
			return err
		}
		if err := next(c); err != nil || c.condition == nil || c.condition.heeded.Load() {
			return err
		}
		return fmt.Errorf("the handler of %s %s has not heeded the preconditions of the request, and may have lost an update: "+
			"it must call Apply of what it is given, or Unchanged of the call", e.op.Method, e.op.Path)
	}
}

// pinned refuses a request that must say which version it changes.
func (c *Call) pinned() error {
	if c.endpoint.op.RequireMatch && (c.condition == nil || !c.condition.Pins()) {
		return unpinned
	}
	return nil
}

// unpinned is the problem of a request that must say which version it changes.
var unpinned = refuse(ir.Unpinned, "")
