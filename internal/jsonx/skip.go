package jsonx

// Skip consumes one whole value of any kind. It checks syntax, names and limits.
func (r *Reader) Skip() {
	if kind := r.Kind(); kind == Object || kind == Array {
		if r.outline.covers(r.pos) {
			r.take(r.outline.end(r.pos))
			return
		}
		r.skipContainer()
	} else if kind != Invalid {
		r.scalar()
	}
}

// Raw consumes one whole value of any kind and returns its text as it was written, checked
// as [Reader.Skip] does.
func (r *Reader) Raw() string {
	r.Kind()
	start := r.pos
	if r.Skip(); r.fault != nil {
		return ""
	}
	return r.text(start, r.end)
}

// skipContainer consumes a whole object or array, without recursion.
func (r *Reader) skipContainer() {
	outer := len(r.open)
	for r.enter(); len(r.open) > outer && r.fault == nil; {
		if r.open[len(r.open)-1].object {
			if _, _, _, ok := r.name(); !ok {
				continue
			}
		} else if !r.Item() {
			continue
		}
		switch r.Kind() {
		case Object, Array:
			r.enter()
		case Invalid:
			return
		default:
			r.scalar()
		}
	}
}
