package endpoint

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/precondition"
	"github.com/tenon-go/tenon/tree"
)

// preconditions are those of a request. A patch may refer to them for longer than the call
// exists.
type preconditions struct {
	precondition.Conditions
	method    string
	who       codec.Grants
	required  bool // RequirePrecondition
	evaluated atomic.Bool
}

// readPreconditions reads the preconditions of a request.
func readPreconditions(c *Call) error {
	conditions, bad := precondition.Parse(c.ex.R.Header)
	if bad != "" {
		return media.Malformed(tree.EntityTags, tree.TextParam("header", bad))
	}
	if n := c.endpoint.op; conditions.Any(n.Method) {
		c.preconditions = &preconditions{Conditions: conditions, method: n.Method, who: c.ex.Encoder.Grants, required: n.RequirePrecondition}
	}
	return nil
}

// evaluate checks the preconditions against s (RFC 9110 §13.2.2).
func (k *preconditions) evaluate(s precondition.State) error {
	k.evaluated.Store(true)
	if k.required && !k.Tells(s) {
		return media.Detailed(tree.PreconditionRequired, tree.EntityWithoutAge)
	}
	if k.Evaluate(k.method, s) != precondition.Proceed {
		return media.Problem(tree.PreconditionFailed)
	}
	return nil
}

func (k *preconditions) unchanged(v codec.Version) error { return k.evaluate(changing(v, k.who)) }

// stateOf returns the state of an entity that exists, as a caller sees it. A caller that does
// not see all members gets the version of the visible ones, and no time: both would reveal
// changes of hidden members.
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

// changing returns the state for a change. The tag of the client may be from a time when it saw
// fewer members.
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

// CheckVersion implements the method of route.Call.
func (c *Call) CheckVersion(v codec.Version) error {
	if v.Tag == "" && v.Modified.IsZero() && !c.endpoint.evaluates() {
		return nil
	}
	if g := c.endpoint.visibility; g != nil && v.View == nil && c.preconditions != nil && !g.all(c.ex.Encoder.Grants) {
		return fmt.Errorf("the handler of %s %s must call CheckVersion with the result of VersionOf of the collection:  "+
			"this client does not see all members, and has a version of those that it sees", c.endpoint.op.Method, c.endpoint.op.Path)
	}
	return c.evaluate(changing(v, c.ex.Encoder.Grants))
}

// CheckAbsent implements the method of route.Call.
func (c *Call) CheckAbsent() error { return c.evaluate(precondition.State{}) }

func (c *Call) evaluate(s precondition.State) error {
	switch {
	case !c.endpoint.evaluates():
		return fmt.Errorf("%s %s has no preconditions;  "+
			"PATCH, PUT and DELETE of a collection with versions have", c.endpoint.op.Method, c.endpoint.op.Path)
	case c.preconditions == nil:
		return nil
	}
	return c.preconditions.evaluate(s)
}

// evaluates reports whether the handler must evaluate preconditions before it changes the
// entity.
func (e *Endpoint) evaluates() bool {
	return e.reads != nil && e.op.Method != http.MethodGet
}

// passPreconditions sets the preconditions of the value that the handler gets, if the value
// evaluates them.
func (c *Call) passPreconditions() {
	if c.preconditions == nil {
		return
	}
	if change := codec.ChangeOf(c.endpoint.work.In.Cell(c.in)); change != nil {
		change.Preconditions = c.preconditions.unchanged
	}
}

// requireEvaluation returns an error if the handler does not evaluate the preconditions of a
// request. Only the handler can do so at the right time.
func requireEvaluation(next Handler) Handler {
	return func(c *Call) error {
		op := c.endpoint.op
		if op.RequirePrecondition && (c.preconditions == nil || !c.preconditions.Pins()) {
			return media.Problem(tree.PreconditionRequired)
		}
		c.passPreconditions()
		if err := next(c); err != nil || c.preconditions == nil || c.preconditions.evaluated.Load() {
			return err
		}
		return fmt.Errorf("the handler of %s %s has not evaluated the preconditions of the request, and may have lost an update:  "+
			"it must call Apply of its argument, or CheckVersion of the call", op.Method, op.Path)
	}
}
