package codec

import (
	"errors"
	"strconv"
	"strings"
)

// Encoder writes one JSON document. Its error is sticky: after the first, what
// is in B must not be used.
type Encoder struct {
	B []byte
	// Grants is who is shown the document: guarded members that are not for them
	// are left out.
	Grants Grants

	err   error
	depth int
	// canonical writes equal values alike, so that texts can be compared.
	canonical bool
}

// Reset starts on a new document at the end of b.
func (e *Encoder) Reset(b []byte) { e.B, e.err, e.depth = b, nil, 0 }

// Canonical is [Encoder.Reset] for a text that is compared: equal values are
// written alike, also where they hold any JSON.
func (e *Encoder) Canonical(b []byte) {
	e.Reset(b)
	e.canonical = true
}

// Err returns the first error, which names the place in the value.
func (e *Encoder) Err() error { return e.err }

var errDepth = errors.New("nested deeper than " + strconv.Itoa(MaxDepth) + " levels; does it contain itself?")

// keep takes b, which B has been appended to. Where that needed no more room only the
// length is written: to write a pointer costs more while garbage is collected.
func (e *Encoder) keep(b []byte) {
	if cap(b) == cap(e.B) {
		e.B = e.B[:len(b)]
		return
	}
	e.B = b
}

// write writes text as it is.
func (e *Encoder) write(text string) { e.keep(append(e.B, text...)) }

// brace puts what has been written since start, members that each begin with a
// comma, into braces.
func (e *Encoder) brace(start int) {
	if len(e.B) == start {
		e.B = append(e.B, '{')
	} else {
		e.B[start] = '{'
	}
	e.B = append(e.B, '}')
}

// Fail notes an error of what is written around values.
func (e *Encoder) Fail(err error) { e.fail(err) }

// fail notes an error at the current value.
func (e *Encoder) fail(err error) {
	if e.err == nil {
		e.err = &encodeError{err: err}
	}
}

func (e *Encoder) enter() bool {
	if e.depth++; e.depth > MaxDepth {
		e.fail(errDepth)
		e.depth--
		return false
	}
	return e.err == nil
}

func (e *Encoder) leave() { e.depth-- }

// under puts an error below a member or an item; called only after a failure.
func (e *Encoder) under(s Segment) {
	if at, ok := e.err.(*encodeError); ok {
		at.path = append(at.path, s)
	}
}

// maxShown is how many steps of a path an error shows: a value that contains
// itself would fill pages.
const maxShown = 8

type encodeError struct {
	err  error
	path []Segment // inside out
}

func (e *encodeError) Unwrap() error { return e.err }

func (e *encodeError) Error() string {
	var b strings.Builder
	for i := range min(len(e.path), maxShown) {
		s := e.path[len(e.path)-1-i]
		if s.Index >= 0 {
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
			continue
		}
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	}
	if len(e.path) > maxShown {
		b.WriteString("…")
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	return b.String() + e.err.Error()
}
