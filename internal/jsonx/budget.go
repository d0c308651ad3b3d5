package jsonx

// MaxItems is the default maximum number of items of an array.
func (r *Reader) MaxItems() int { return r.limits.Items }

// TooManyItems reports that the current array has more items than [Reader.MaxItems]: an
// [Items] fault.
func (r *Reader) TooManyItems() {
	if r.fault == nil {
		r.fail(Items, r.pos, parent(r.pointer()))
	}
}

// Spend counts values made of the container entered last.
// More than Limits.Values are a [Values] fault.
func (r *Reader) Spend(n int) {
	if r.spent += n; r.spent > r.limits.Values && r.fault == nil {
		r.fail(Values, r.end-1, r.pointer())
	}
}

// SpendObject is Spend for an object whose struct has a size in bytes.
func (r *Reader) SpendObject(n, size int) {
	r.Spend(n)
	if r.size += size; r.limits.Size > 0 && r.size > r.limits.Size && r.fault == nil {
		r.fail(Values, r.end-1, r.pointer())
	}
}

// Spent returns how many values have been made.
func (r *Reader) Spent() int { return r.spent }

// Refund takes values back that have been spent on what is not kept, down to those that
// had been made before.
func (r *Reader) Refund(before int) { r.spent = before }

// patience is the number of members and items between two looks at Limits.Done.
const patience = 1 << 12

// checkDone fails if Limits.Done is closed.
func (r *Reader) checkDone() {
	select {
	case <-r.limits.Done:
		if r.fault == nil {
			r.fail(Values, r.pos, "")
		}
	default:
	}
}

// MaxValues returns how many values may be made of the document.
func (r *Reader) MaxValues() int { return r.limits.Values }
