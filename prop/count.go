package prop

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// span is a bound on a count as the user wrote it: MinLen(5).
type span struct {
	unit  string // "" for a rule that is no such bound
	n     int
	lower bool
}

func (s span) String() string {
	call := "Max"
	if s.lower {
		call = "Min"
	}
	return call + s.unit + "(" + strconv.Itoa(s.n) + ")"
}

func spanOf(r ir.Rule) span {
	switch r := r.(type) {
	case ir.MinLen:
		return span{"Len", r.N, true}
	case ir.MaxLen:
		return span{"Len", r.N, false}
	case ir.MinBytes:
		return span{"Bytes", r.N, true}
	case ir.MaxBytes:
		return span{"Bytes", r.N, false}
	case ir.MinItems:
		return span{"Items", r.N, true}
	case ir.MaxItems:
		return span{"Items", r.N, false}
	case ir.MinProps:
		return span{"Properties", r.N, true}
	case ir.MaxProps:
		return span{"Properties", r.N, false}
	}
	return span{}
}

// count adds a bound on a count, unless no count lies between it and the
// opposite one.
func (c *core) counted(r ir.Rule) codec.Form {
	this := spanOf(r)
	if this.n < 0 {
		return c.faulted("%s is below 0", this)
	}
	for _, other := range c.node().Rules {
		switch o := spanOf(other); {
		case o.unit != this.unit || o.lower == this.lower:
		case this.lower && this.n > o.n:
			return c.faulted("%s is above %s", this, o)
		case !this.lower && this.n < o.n:
			return c.faulted("%s is below %s", this, o)
		}
	}
	return c.ruled(r)
}
