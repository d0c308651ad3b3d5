package jsonx

import (
	"math"
	"strings"
)

// The default limits of a Reader.
const (
	DefaultDepth   = 64
	DefaultMembers = 10_000
	// DefaultValues is how many values a document may cost beside one for each of its bytes.
	DefaultValues = 1 << 17
)

// ShareLimit is the size in bytes up to which a document's strings share one copy of
// it. Those of a larger document share chunks of a few KiB, so that a short string that is
// kept does not keep a large body alive.
const ShareLimit = 64 << 10

// keepLimit is the greatest capacity of a buffer that a reader keeps for the next document.
const keepLimit = 64 << 10

// maxDepth is the largest depth that Limits can ask for.
const maxDepth = 9_999

// Limits bounds what a Reader accepts. A field that is zero or negative stands for the default.
type Limits struct {
	// Depth is how many containers may lie inside each other, at most 9,999.
	Depth int
	// Members is how many members one object may have.
	Members int
	// Items is the default maximum number of items of an array; unlimited if zero. The caller
	// counts them: see [Reader.MaxItems].
	Items int
	// Values is how many values may be made of the document. The caller counts them: see
	// [Reader.Spend]. The default grows with the document.
	Values int
	// Size is how many bytes the structs of the objects of the document may have; unlimited if zero.
	// See [Reader.SpendObject].
	Size int
	// Done ends the reading with a [Values] fault when it is closed; nil: nothing does.
	Done <-chan struct{}
}

func (l Limits) orDefaults(size int) Limits {
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	if l.Members <= 0 {
		l.Members = DefaultMembers
	}
	if l.Items <= 0 {
		l.Items = math.MaxInt
	}
	if l.Values <= 0 {
		l.Values = DefaultValues + size
	}
	l.Depth = min(l.Depth, maxDepth)
	l.Members = min(l.Members, math.MaxInt/2)
	return l
}

// Reader is a cursor over one JSON document held in memory.
//
// Faults are sticky: after the first one Kind is [Invalid], Member and Item report false
// and every read returns a zero value, so that loops end and one check of [Reader.Err] or
// [Reader.End] suffices. Reading a value as a kind that
// it is not, or calling a method out of place, is the caller's error and a [Syntax] fault.
//
// The zero value is a reader of an empty document. A Reader can be used again after
// Reset, which is the way to pool it; it must not be copied or used by two goroutines.
type Reader struct {
	doc    []byte
	limits Limits
	fault  *Fault

	end int // behind the last token that was consumed
	pos int // where reading goes on, behind commas and colons that have been passed

	between bool // the next step is Member, Item or End, not to read a value
	ahead   Kind // the kind of the value at pos, once it is known

	open  []level // the containers around pos, the outermost first
	names names   // of the open objects

	outline outline // of a part of the document
	spent   int     // values that have been made
	size    int     // bytes of structs
	steps   uint32  // members and items that have been passed

	shared  string          // the document as a string, made when first needed
	chunk   strings.Builder // strings of a large document
	cache   *nameCache      // only once a large document was read
	scratch []byte          // for strings with escapes
}

// level is an open container.
type level struct {
	object bool
	begun  int // its members or items
	names  int // where its names begin
	table  int // 1 + its table of names; 0: it has none
}

// Reset makes the reader start on doc, which must not change before the next Reset.
// Strings that were read do not refer to doc. Reset(nil, Limits{}) releases the document.
func (r *Reader) Reset(doc []byte, limits Limits) {
	if cap(r.scratch) > keepLimit {
		r.scratch = nil
	}
	r.doc = doc
	r.limits = limits.orDefaults(len(doc))
	r.fault = nil
	r.end, r.pos = 0, 0
	r.between, r.ahead = false, Invalid
	r.open = r.open[:0]
	r.names.reset()
	r.outline.reset()
	r.spent, r.size = 0, 0
	r.shared = ""
	r.chunk.Reset()
}

// End must be called after the top-level value. It reports anything but white space after the
// value as a fault, and returns [Reader.Err].
func (r *Reader) End() error {
	if r.fault != nil {
		return r.fault
	}
	switch {
	case len(r.open) > 0:
		r.misuse()
	case !r.between: // the value is yet to be read
		if r.Kind() != Invalid {
			r.misuse()
		}
	default:
		if at := r.space(r.end); at < len(r.doc) {
			r.fail(Trailing, at, "")
		}
	}
	return r.Err()
}

// Err returns the *[Fault] that ended the reading; nil if there is none.
func (r *Reader) Err() error {
	if r.fault == nil {
		return nil
	}
	return r.fault
}

// Offset returns the number of bytes consumed.
func (r *Reader) Offset() int { return r.end }
