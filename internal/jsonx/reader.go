package jsonx

import (
	"bytes"
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// The limits of a Reader whose Limits do not say otherwise.
const (
	DefaultDepth   = 64
	DefaultMembers = 10_000
)

// ShareLimit is the size in bytes up to which a document's strings share one copy of
// it. The strings of a larger document are copied one by one, so that a short string that
// is kept does not keep a large body alive.
const ShareLimit = 64 << 10

// reuseLimit is the size in bytes of a document after which the decoder is not used again: its
// tables of names grow with the document, for each depth on its own, and do not all shrink.
const reuseLimit = 16 << 10

// maxDepth is the largest depth that Limits can ask for: jsontext stops at 10,000.
const maxDepth = 9_999

// Limits bounds what a Reader accepts. A field that is zero or negative stands for the default.
type Limits struct {
	// Depth is how many containers may lie inside each other, at most 9,999.
	Depth int
	// Members is how many members one object may have. Arrays are not limited.
	Members int
}

func (l Limits) orDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	if l.Members <= 0 {
		l.Members = DefaultMembers
	}
	l.Depth = min(l.Depth, maxDepth)
	l.Members = min(l.Members, math.MaxInt/2)
	return l
}

// Reader is a cursor over one JSON document held in memory.
//
// Faults are sticky: after the first one Kind is [Invalid], Member and Item report false
// and every read returns a zero value, so that a caller's loops end by themselves
// and one look at [Reader.Err] or [Reader.End] is enough. Reading a value as a kind that
// it is not, or calling a method out of place, is the caller's error and a [Syntax] fault.
//
// The zero value is a reader of an empty document. A Reader can be used again after
// Reset, which is the way to pool it; it must not be copied or used by two goroutines.
type Reader struct {
	dec    jsontext.Decoder
	source bytes.Buffer // what dec reads from: jsontext parses a bytes.Buffer in place
	doc    []byte
	limits Limits
	fault  *Fault

	shared  string     // the document as a string, once somebody asked for one
	names   *nameCache // only once a large document was read
	scratch []byte     // for strings with escapes

	between bool // the next step is Member, Item or End, not to read a value
	ahead   Kind // the kind of the value to be read, once it is known
}

// Reset makes the reader start on doc, which must not change before the next Reset.
// Strings that were read do not refer to doc. Reset(nil, Limits{}) lets go of the document.
func (r *Reader) Reset(doc []byte, limits Limits) {
	if len(r.doc) > reuseLimit {
		r.dec = jsontext.Decoder{}
	}
	if cap(r.scratch) > ShareLimit {
		r.scratch = nil
	}
	r.source = *bytes.NewBuffer(doc)
	r.dec.Reset(&r.source)
	r.doc = doc
	r.limits = limits.orDefaults()
	r.fault = nil
	r.shared = ""
	r.between = false
	r.ahead = Invalid
}

// Kind is the kind of the next value: of the current array, after a member's name, or
// of the top level. It is [Invalid] at a fault.
func (r *Reader) Kind() Kind {
	if r.ahead != Invalid {
		return r.ahead
	}
	return r.look()
}

// Null consumes a null.
func (r *Reader) Null() {
	if r.expect(Null) {
		r.token()
	}
}

// Bool consumes and returns a boolean.
func (r *Reader) Bool() bool {
	switch r.Kind() {
	case True:
		return r.token()
	case False:
		r.token()
		return false
	default:
		r.misuse()
		return false
	}
}

// Object consumes the '{' of an object; [Reader.Member] then goes through its members.
func (r *Reader) Object() {
	if r.expect(Object) {
		r.open()
	}
}

// Array consumes the '[' of an array; [Reader.Item] then goes through its items.
func (r *Reader) Array() {
	if r.expect(Array) {
		r.open()
	}
}

// Member consumes the name of the current object's next member, whose value is to be
// read next. When ok is false the object's '}' has been consumed, or there is a fault.
// Names are unescaped; they are to be compared exactly.
func (r *Reader) Member() (name string, ok bool) {
	if r.fault != nil {
		return "", false
	}
	container, read := r.level()
	if container != '{' || !r.between {
		r.misuse()
		return "", false
	}
	switch r.dec.PeekKind() {
	case '"':
		start, end, ok := r.value()
		if !ok {
			return "", false
		}
		if read/2 >= int64(r.limits.Members) {
			r.fail(Members, start, r.dec.StackPointer().Parent())
			return "", false
		}
		r.between = false
		return r.memberName(start, end), true
	case '}':
		r.token()
		return "", false
	default:
		r.refuseNext()
		return "", false
	}
}

// Item reports whether the current array has another item, which is to be read next.
// When it is false the array's ']' has been consumed, or there is a fault. Asking twice
// without reading the item is a fault, not an endless loop.
func (r *Reader) Item() bool {
	if r.fault != nil {
		return false
	}
	if container, _ := r.level(); container != '[' || !r.between {
		r.misuse()
		return false
	}
	switch kind := r.dec.PeekKind(); kind {
	case 'n', 'f', 't', '"', '0', '{', '[':
		r.between, r.ahead = false, Kind(kind)
		return true
	case ']':
		r.token()
		return false
	default:
		r.refuseNext()
		return false
	}
}

// Skip consumes one whole value of any kind. Syntax, names and limits are checked in it.
func (r *Reader) Skip() {
	if kind := r.Kind(); kind == Object || kind == Array {
		r.skipContainer()
	} else if kind != Invalid {
		r.token()
	}
}

// Raw consumes one whole value of any kind and returns its text as it was written, checked
// as [Reader.Skip] does.
func (r *Reader) Raw() string {
	switch r.Kind() {
	case Invalid:
		return ""
	case Object, Array:
		start := r.nextOffset()
		if !r.skipContainer() {
			return ""
		}
		return r.text(start, r.Offset())
	default:
		start, end, ok := r.value()
		if !ok {
			return ""
		}
		return r.text(start, end)
	}
}

// End is to be called after the top-level value: nothing but white space may follow. It
// returns [Reader.Err].
func (r *Reader) End() error {
	if r.fault != nil {
		return r.fault
	}
	switch container, read := r.level(); {
	case container != 0:
		r.misuse()
	case read == 0:
		if r.Kind() != Invalid {
			r.misuse()
		}
	default:
		if at := r.nextOffset(); at < len(r.doc) {
			r.fail(Trailing, at, "")
		}
	}
	return r.Err()
}

// Err is nil, or the *[Fault] that ended the reading.
func (r *Reader) Err() error {
	if r.fault == nil {
		return nil
	}
	return r.fault
}

// Offset is the number of bytes consumed.
func (r *Reader) Offset() int {
	return int(r.dec.InputOffset())
}
