package paginate

import (
	"bytes"
	"context"
	"crypto/rand"
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Plan says how a list is cut into pages. It is an immutable value, made with
// [ByPage], [ByOffset] or [ByCursor].
type Plan struct {
	kind    kind
	at      callsite.PC
	limit   amount // without one from the client
	most    amount // a client may ask for
	total   Total
	keys    []key // of cursors; the first signs
	bound   func(context.Context) string
	mistake []ir.Fault
}

type kind uint8

const (
	byNothing kind = iota
	byPage
	byOffset
	byCursor
)

// amount is a number and where it was given; the zero value was not.
type amount struct {
	n  int
	at callsite.PC
}

const (
	usualLimit = 20
	usualMost  = 100
)

// Total says whether a list counts all of its entities.
type Total uint8

// The totals. Counting costs a store a second query, which grows with the list.
const (
	Never     Total = iota // no answer has the total
	Always                 // every answer has it
	OnRequest              // an answer has it where the client says count=true
)

// ByPage cuts a list into numbered pages: page=2&limit=20.
func ByPage() Plan { return Plan{kind: byPage, at: callsite.Here(), total: Always} }

// ByOffset cuts a list after a number of entities: offset=20&limit=20.
func ByOffset() Plan { return Plan{kind: byOffset, at: callsite.Here(), total: Always} }

// ByCursor cuts a list behind an entity, which a cursor stands for: rows that
// come or go between two requests move no others to another page, and a late
// page costs what the first does.
//
// The keys sign cursors (HMAC-SHA-256); each has at least 32 bytes of good
// randomness, as [NewKey] makes them, and is the same on every server. The first
// signs. The older ones still verify, so that keys can be changed while clients
// are in the middle of a list.
func ByCursor(key []byte, older ...[]byte) Plan {
	p := Plan{kind: byCursor, at: callsite.Here()}
	all := append([][]byte{key}, older...)
	for i, secret := range all {
		if len(secret) < minKey {
			return p.fault("ByCursor: key %d has %d bytes; it needs %d at least, as NewKey makes them", i+1, len(secret), minKey)
		}
		for j := range i {
			if bytes.Equal(all[j], secret) {
				return p.fault("ByCursor: keys %d and %d are the same", j+1, i+1)
			}
		}
		p.keys = append(p.keys, newKey(secret))
	}
	return p
}

// NewKey makes a random key for [ByCursor]. Keep it: cursors that it signed are
// refused once it is gone.
func NewKey() []byte {
	b := make([]byte, minKey)
	_, _ = rand.Read(b) // never fails
	return b
}

// Default sets how many entities a page has where the client does not say; 20
// without it, or what Max allows.
func (p Plan) Default(n int) Plan {
	p.limit = amount{n, callsite.Here()}
	return p
}

// Max sets how many entities a client may ask for at once; 100 without it. A
// limit above it is a violation.
func (p Plan) Max(n int) Plan {
	p.most = amount{n, callsite.Here()}
	return p
}

// Total sets whether answers tell how many entities there are: without it,
// always by page and offset, and never by cursor.
func (p Plan) Total(t Total) Plan {
	if t > OnRequest {
		return p.fault("Total(%d) is not Never, Always or OnRequest", t)
	}
	p.total = t
	return p
}

// BoundTo makes a cursor valid only for those who get the same text, such as the
// identity or the tenant of a request: a cursor holds values of the list in
// clear, and is of no use to others.
func (p Plan) BoundTo(identity func(context.Context) string) Plan {
	switch {
	case identity == nil:
		return p.fault("BoundTo(nil): there is no function to call")
	case p.kind == byPage || p.kind == byOffset:
		return p.fault("BoundTo is for cursors; say ByCursor")
	}
	p.bound = identity
	return p
}

// fault records a mistake at the user's call in progress.
func (p Plan) fault(format string, args ...any) Plan {
	p.mistake = append(slices.Clip(p.mistake), ir.Faultf(format, args...))
	return p
}

// sizes are the limit without one from the client, and the greatest.
func (p Plan) sizes() (limit, most int) {
	limit, most = usualLimit, usualMost
	if p.most.at.Known() {
		most = p.most.n
		limit = min(limit, most)
	}
	if p.limit.at.Known() {
		limit = p.limit.n
	}
	return limit, most
}

// sane are the sizes that inputs are declared with while a fault says what is
// wrong with those of the plan.
func (p Plan) sane() (limit, most int) {
	limit, most = p.sizes()
	most = min(max(most, 1), mostLimit)
	return min(max(limit, 1), most), most
}

func (p Plan) faults() []ir.Fault {
	if p.kind == byNothing {
		return append(slices.Clip(p.mistake), ir.Fault{At: p.at, Message: "a plan was not started; start with ByPage, ByOffset or ByCursor"})
	}
	faults := slices.Clip(p.mistake)
	limit, most := p.sizes()
	note := func(a amount, format string, args ...any) {
		f := ir.Faultf(format, args...)
		f.At = a.at
		faults = append(faults, f)
	}
	switch {
	case most < 1:
		note(p.most, "Max(%d) is below 1", most)
	case most > mostLimit:
		note(p.most, "Max(%d) is above %d, more than a page can have", most, mostLimit)
	case p.limit.at.Known() && limit < 1:
		note(p.limit, "Default(%d) is below 1", limit)
	case limit > most && p.most.at.Known():
		note(p.limit, "Default(%d) is above Max(%d)", limit, most)
	case limit > most:
		note(p.limit, "Default(%d) is above %d, which a client may ask for at most; say Max too", limit, most)
	}
	return faults
}
