package jsonx

import "github.com/go-json-experiment/json/jsontext"

// level is the innermost open container ('{', '[', or 0 for the top level) and how much of
// it has been read: names and values count one each.
func (r *Reader) level() (container jsontext.Kind, read int64) {
	return r.dec.StackIndex(r.dec.StackDepth())
}

// look finds the kind of the next value.
func (r *Reader) look() Kind {
	switch {
	case r.fault != nil:
		return Invalid
	case r.between:
		r.notDue()
		return Invalid
	}
	switch kind := r.dec.PeekKind(); kind {
	case 'n', 'f', 't', '"', '0', '{', '[':
		r.ahead = Kind(kind)
		return r.ahead
	default:
		r.refuseNext()
		return Invalid
	}
}

// expect reports whether the next value has this kind; if not, that is a fault.
func (r *Reader) expect(kind Kind) bool {
	if r.Kind() == kind {
		return true
	}
	r.misuse()
	return false
}

// token consumes one token.
func (r *Reader) token() bool {
	r.between, r.ahead = true, Invalid
	if _, err := r.dec.ReadToken(); err != nil {
		r.refuse(err)
		return false
	}
	return true
}

// value consumes one scalar value or name, which lies between the two offsets.
func (r *Reader) value() (start, end int, ok bool) {
	before := r.Offset()
	if !r.token() {
		return 0, 0, false
	}
	// jsontext's ReadValue would return the text itself, but is the slower way.
	return r.skipToToken(before), r.Offset(), true
}

// open consumes '{' or '['.
func (r *Reader) open() {
	if r.token() && r.dec.StackDepth() > r.limits.Depth {
		r.fail(Depth, r.Offset()-1, r.dec.StackPointer())
	}
}

// skipContainer consumes a whole object or array, token by token: jsontext's own ReadValue
// recurses and knows nothing of our limits.
func (r *Reader) skipContainer() bool {
	outer := r.dec.StackDepth()
	members := 2 * int64(r.limits.Members)
	for {
		before := r.Offset()
		if !r.token() {
			return false
		}
		depth := r.dec.StackDepth()
		if depth == outer {
			return true
		}
		if depth > r.limits.Depth {
			r.fail(Depth, r.Offset()-1, r.dec.StackPointer())
			return false
		}
		if container, read := r.level(); container == '{' && read > members {
			r.fail(Members, r.skipToToken(before), r.dec.StackPointer().Parent())
			return false
		}
	}
}

// refuseNext records what is wrong with the token ahead. What jsontext finds nothing wrong
// with is the end of a container, out of place.
func (r *Reader) refuseNext() {
	at := r.nextOffset()
	pointer := r.dec.StackPointer()
	if r.token() {
		r.fail(Syntax, at, pointer)
	}
}

// notDue records an attempt to read a value before Member or Item, or after the top-level value.
func (r *Reader) notDue() {
	at := r.nextOffset()
	if container, _ := r.level(); container == 0 && at < len(r.doc) {
		r.fail(Trailing, at, "")
		return
	}
	r.misuse()
}

// misuse records a step that the caller must not take here.
func (r *Reader) misuse() {
	if r.fault == nil {
		r.fail(Syntax, r.nextOffset(), r.dec.StackPointer())
	}
}

// refuse records an error of jsontext's.
func (r *Reader) refuse(err error) {
	r.stop(faultOf(err, r.doc))
}

func (r *Reader) fail(reason Reason, offset int, pointer jsontext.Pointer) {
	r.stop(newFault(reason, offset, pointer))
}

// stop ends the reading. The first fault is the one that counts.
func (r *Reader) stop(fault *Fault) {
	if r.fault == nil {
		r.fault = fault
	}
	r.ahead = Invalid
}

// nextOffset is where the token after what has been read begins. It is for faults and the end of
// the document, where jsontext has not yet accepted the text between.
func (r *Reader) nextOffset() int {
	at := r.Offset()
	if container, _ := r.level(); container != 0 {
		return r.skipToToken(at)
	}
	for at < len(r.doc) && isSpace(r.doc[at]) {
		at++
	}
	return at
}

// skipToToken goes over white space and the commas and colons inside a container.
func (r *Reader) skipToToken(at int) int {
	for at < len(r.doc) && (isSpace(r.doc[at]) || r.doc[at] == ',' || r.doc[at] == ':') {
		at++
	}
	return at
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t'
}
