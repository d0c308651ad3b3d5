package prop

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// span is a bound on a count as the user wrote it: MinLen(5).
type span struct {
	*ir.RuleKind
	n int
}

func (s span) String() string { return s.Method + "(" + strconv.Itoa(s.n) + ")" }

func spanOf(r ir.Rule) (s span, ok bool) {
	n, ok := ir.Count(r)
	return span{r.Kind(), n}, ok
}

// counted adds a bound on a count, unless no count lies between it and the
// opposite one.
func (c *core) counted(r ir.Rule) codec.Form {
	this, _ := spanOf(r)
	if this.n < 0 {
		return c.faulted("%s is below 0", this)
	}
	for _, other := range c.node().Rules {
		switch o, ok := spanOf(other); {
		case !ok || o.About != this.About || o.IsLower() == this.IsLower():
		case this.IsLower() && this.n > o.n:
			return c.faulted("%s is above %s", this, o)
		case !this.IsLower() && this.n < o.n:
			return c.faulted("%s is below %s", this, o)
		}
	}
	return c.ruled(r)
}
