package tenon

import "github.com/tenon-go/tenon/internal/ir"

// contentCheck is a check of what operations read and write.
type contentCheck uint8

const (
	emptyModes contentCheck = iota
	misplacedFiles
)

// bodyKey is content as a check sees it. That of many operations is the same: it
// is looked at once, unless there is a fault to tell of each.
type bodyKey struct {
	check contentCheck
	of    *ir.Collection
	list  bool
	mode  ir.Mode
	form  bool
}

// once runs a check of content, unless it has passed before.
func (b *build) once(check contentCheck, body *ir.Body, run func()) {
	this := bodyKey{check: check, mode: body.Mode, form: body.Format == ir.Multipart}
	t := body.Prop.Type
	if list, ok := t.(ir.Array); ok {
		t, this.list = list.Item.Type, true
	}
	if object, ok := t.(ir.Object); ok {
		this.of = object.Of()
	}
	if this.of != nil && b.passed[this] {
		return
	}
	before := len(b.faults)
	run()
	if this.of != nil && len(b.faults) == before {
		b.passed[this] = true
	}
}
