package prop

import (
	"strconv"

	"github.com/tenon-go/tenon/tree"
)

// span is a bound of a count as declared: MinLen(5).
type span struct {
	*tree.RuleKind
	n int
}

//go:noinline
func (s *span) call() string { return s.Method + "(" + strconv.Itoa(s.n) + ")" }

func spanOf(r tree.Rule) (s span, ok bool) {
	n, ok := tree.Count(r)
	return span{r.Kind(), n}, ok
}

// counted adds a bound of a count, unless it contradicts the opposite bound.
func counted(c *core, r tree.Rule) *core {
	this, _ := spanOf(r)
	if this.n < 0 {
		return c.Fault("%s is below 0", this.call())
	}
	for _, other := range c.Node().Rules {
		switch o, ok := spanOf(other); {
		case !ok || o.About != this.About || o.IsLower() == this.IsLower():
		case this.IsLower() && this.n > o.n:
			return c.Fault("%s is above %s", this.call(), o.call())
		case !this.IsLower() && this.n < o.n:
			return c.Fault("%s is below %s", this.call(), o.call())
		}
	}
	return c.Rule(r)
}
