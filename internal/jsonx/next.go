package jsonx

// Next consumes the name of the current object's next member where that is the one of
// key, which is written as AppendString does, with a colon behind it. It reports whether
// that was so; if not, [Reader.Member] reads the name. It is for who knows the order in
// which members mostly come, and costs a comparison.
//
// The reader does not remember the name: who reads with Next has to find members that
// come twice, whichever way each was read, and to say so with [Reader.Repeated].
func (r *Reader) Next(key string) bool {
	l := r.level()
	if r.fault != nil || l == nil || !l.object || !r.between || l.begun >= r.limits.Members {
		return false
	}
	at := r.space(r.pos)
	if l.begun > 0 {
		if r.byteAt(at) != ',' {
			return false
		}
		at = r.space(at + 1)
	}
	end := at + len(key)
	if end > len(r.doc) || string(r.doc[at:end]) != key {
		return false
	}
	value := r.space(end)
	kind := kinds[r.byteAt(value)]
	if kind == Invalid {
		return false // Kind tells what is wrong
	}
	l.begun++
	r.end, r.pos = end-1, value
	r.between, r.ahead = false, kind
	return true
}

// Repeated says that the object has had the member before whose name was read last: a
// [Duplicate] fault.
func (r *Reader) Repeated() {
	if r.fault == nil {
		r.refuse()
	}
}
