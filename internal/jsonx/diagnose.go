package jsonx

// refuse records what is wrong with the token ahead. The reader only knows that it is
// not JSON; a tracer, which reads the document again, finds why and where.
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

// pointer leads to the value that was consumed last, or to the container that was entered.
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

// misuse records a step that the caller must not take here.
func (r *Reader) misuse() {
	if r.fault == nil {
		r.fail(Syntax, r.nextOffset(), r.pointer())
	}
}

func (r *Reader) fail(reason Reason, offset int, pointer string) {
	r.stop(newFault(reason, offset, pointer))
}

// stop ends the reading. The first fault is the one that counts.
func (r *Reader) stop(fault *Fault) {
	if r.fault == nil {
		r.fault = fault
	}
	r.ahead = Invalid
}

// nextOffset is where the token after what has been consumed begins.
func (r *Reader) nextOffset() int {
	at := r.space(r.end)
	for len(r.open) > 0 && (r.byteAt(at) == ',' || r.byteAt(at) == ':') {
		at = r.space(at + 1)
	}
	return at
}
