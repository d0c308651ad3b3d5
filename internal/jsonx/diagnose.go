package jsonx

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// refuse records what is wrong with the token ahead. The reader only knows that it is
// not JSON; jsontext, which reads the document again from its beginning, tells why and
// where.
func (r *Reader) refuse() {
	dec := jsontext.NewDecoder(bytes.NewBuffer(r.doc))
	for {
		_, err := dec.ReadToken()
		switch {
		case err == nil:
		case err == io.EOF && dec.InputOffset() > 0: // never: jsontext accepts no more than the reader
			r.fail(Syntax, r.nextOffset(), "")
			return
		default:
			r.stop(faultOf(err, r.doc))
			return
		}
	}
}

// pointer leads to the value that was consumed last, or to the container that was entered.
func (r *Reader) pointer() jsontext.Pointer {
	dec := jsontext.NewDecoder(bytes.NewBuffer(r.doc))
	for dec.InputOffset() < int64(r.end) {
		if _, err := dec.ReadToken(); err != nil {
			break
		}
	}
	return dec.StackPointer()
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

// nextOffset is where the token after what has been consumed begins.
func (r *Reader) nextOffset() int {
	at := r.space(r.end)
	for len(r.open) > 0 && (r.byteAt(at) == ',' || r.byteAt(at) == ':') {
		at = r.space(at + 1)
	}
	return at
}
