package jsonx

// MaxItems is the default maximum number of items of an array.
func (r *Reader) MaxItems() int { return r.limits.Items }

// TooManyItems says that the current array has an item more than [Reader.MaxItems]: an
// [Items] fault.
func (r *Reader) TooManyItems() {
	if r.fault == nil {
		r.fail(Items, r.pos, parent(r.pointer()))
	}
}

// Spend notes that so many values have been made of the container that was entered last.
// There is a [Values] fault once they are more than Limits.Values.
func (r *Reader) Spend(n int) {
	if r.spent += n; r.spent > r.limits.Values && r.fault == nil {
		r.fail(Values, r.end-1, r.pointer())
	}
}

// Spent is how many values have been made.
func (r *Reader) Spent() int { return r.spent }

// Refund takes values back that have been spent on what is not kept, down to those that
// had been made before.
func (r *Reader) Refund(before int) { r.spent = before }

// MaxValues is how many values may be made of the document.
func (r *Reader) MaxValues() int { return r.limits.Values }
