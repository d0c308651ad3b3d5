package codec

import (
	"errors"
	"strconv"
)

// Encoder writes a JSON document. Its error is sticky: after the first, B is
// undefined.
type Encoder struct {
	B []byte
	// Grants are the scopes of the reader: members that are not visible to it are
	// left out.
	Grants Grants

	err   error
	depth int
	// canonical writes equal values as equal texts.
	canonical bool
}

// Reset starts a document at the end of b.
func (e *Encoder) Reset(b []byte) { e.B, e.err, e.depth = b, nil, 0 }

// Canonical is [Encoder.Reset] for a text to compare: equal values have equal texts, even
// those of any JSON.
func (e *Encoder) Canonical(b []byte) {
	e.Reset(b)
	e.canonical = true
}

// Err returns the first error, which names the member or item.
func (e *Encoder) Err() error { return e.err }

var errDepth = errors.New("nested deeper than " + strconv.Itoa(MaxDepth) + " levels; does it contain itself?")

// keep sets B to b, an extension of B. If the memory is the same it only sets the
// length: storing a pointer needs a write barrier during garbage collection.
func (e *Encoder) keep(b []byte) {
	if cap(b) == cap(e.B) {
		e.B = e.B[:len(b)]
		return
	}
	e.B = b
}

// write writes text unquoted.
func (e *Encoder) write(text string) { e.keep(append(e.B, text...)) }

// brace puts the members written since start, each after a comma, in braces.
func (e *Encoder) brace(start int) {
	if len(e.B) == start {
		e.B = append(e.B, '{')
	} else {
		e.B[start] = '{'
	}
	e.B = append(e.B, '}')
}

// Fail sets the error of something around the values.
func (e *Encoder) Fail(err error) { e.fail(err) }

// fail sets the error of the current value.
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

// under adds a step to the path of the error. It is called only after an error.
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
	path []Segment // innermost first
}

func (e *encodeError) Unwrap() error { return e.err }

func (e *encodeError) Error() string {
	text := ""
	for i := range min(len(e.path), maxShown) {
		switch s := e.path[len(e.path)-1-i]; {
		case s.Index >= 0:
			text += "[" + strconv.Itoa(s.Index) + "]"
		case i > 0:
			text += "." + s.Name
		default:
			text = s.Name
		}
	}
	if len(e.path) > maxShown {
		text += "…"
	}
	if text != "" {
		text += ": "
	}
	return text + e.err.Error()
}
