package jsonx

// refuse records the fault of the next token. The reader only knows that it is
// not JSON; a tracer reads the document again to find the reason and place.
func (r *Reader) refuse() {
	t := tracer{doc: r.doc}
	for {
		fault := t.step()
		switch {
		case fault == nil:
		case fault.Reason == Empty && t.end > 0: // never: a tracer accepts no more than the reader
			r.fail(Syntax, r.nextOffset(), "")
			return
		default:
			r.stop(fault)
			return
		}
	}
}

// pointer returns the pointer of the value consumed last, or of the container entered last.
func (r *Reader) pointer() string {
	t := tracer{doc: r.doc}
	for t.end < r.end && t.step() == nil {
	}
	return t.lastPointer()
}

// notDue records an attempt to read a value before Member or Item, or after the top-level value.
func (r *Reader) notDue() {
	at := r.nextOffset()
	if len(r.open) == 0 && at < len(r.doc) {
		r.fail(Trailing, at, "")
		return
	}
	r.misuse()
}

// misuse records a call that the state does not allow.
func (r *Reader) misuse() {
	if r.fault == nil {
		r.fail(Syntax, r.nextOffset(), r.pointer())
	}
}

func (r *Reader) fail(reason Reason, offset int, pointer string) {
	r.stop(newFault(reason, offset, pointer))
}

// stop ends the reading. Only the first fault is kept.
func (r *Reader) stop(fault *Fault) {
	if r.fault == nil {
		r.fault = fault
	}
	r.ahead = Invalid
}

// nextOffset returns where the next token begins.
func (r *Reader) nextOffset() int {
	at := r.space(r.end)
	for len(r.open) > 0 && (r.byteAt(at) == ',' || r.byteAt(at) == ':') {
		at = r.space(at + 1)
	}
	return at
}
