package paginate

import (
	"bytes"
	"context"
	"crypto/rand"
	"slices"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
)

// Plan describes how a list is divided into pages. It is an immutable value; [ByPage],
// [ByOffset], [ByCursor] and [ByKey] return one.
type Plan plan

type plan = seal.Box[query.Plan]

func newPlan(kind query.Kind, total query.Total) Plan {
	return Plan(seal.New(query.Plan{Kind: kind, At: callsite.Here(), Total: total}))
}

func (p Plan) edit(change func(*query.Plan)) Plan {
	n := plan(p).Open()
	change(&n)
	return Plan(seal.New(n))
}

// Total selects the responses of a list that have the number of all its entities.
type Total uint8

// The selections. Counting costs a second query, whose cost grows with the list.
const (
	Never     Total = iota // no response has the total
	Always                 // every response has it
	OnRequest              // a response has it if the client sends count=true
)

// ByPage divides a list into numbered pages: page=2&limit=20.
func ByPage() Plan { return newPlan(query.ByPage, query.Always) }

// ByOffset divides a list by the number of entities before a page: offset=20&limit=20.
func ByOffset() Plan { return newPlan(query.ByOffset, query.Always) }

// minKey is the minimum length of a key in bytes.
const minKey = 32

// ByCursor divides a list at entities, which cursors identify: entities that are added or
// deleted between two requests move no others to another page, and a late page costs no more
// than the first.
//
// The keys sign cursors (HMAC-SHA-256). Each has at least 32 random bytes, such as those of
// [NewKey], and is the same on every server. The first key signs and all keys verify, so that
// keys can be rotated while clients iterate over a list.
func ByCursor(key []byte, older ...[]byte) Plan {
	p := newPlan(query.ByCursor, query.Never)
	all := append([][]byte{key}, older...)
	for i, secret := range all {
		if len(secret) < minKey {
			return p.fault("ByCursor: key %d has %d bytes, fewer than %d; NewKey returns a key", i+1, len(secret), minKey)
		}
		for j := range i {
			if bytes.Equal(all[j], secret) {
				return p.fault("ByCursor: keys %d and %d are the same", j+1, i+1)
			}
		}
	}
	return p.edit(func(n *query.Plan) {
		for _, secret := range all {
			n.Keys = append(n.Keys, bytes.Clone(secret))
		}
	})
}

// NewKey returns a random key for [ByCursor]. Store it: cursors that it signed are invalid
// without it.
func NewKey() []byte {
	b := make([]byte, minKey)
	_, _ = rand.Read(b) // never fails
	return b
}

// Default sets the limit of requests without one. The default is 20, or Max if that is
// lower.
func (p Plan) Default(n int) Plan {
	size := query.Amount{N: n, At: callsite.Here()}
	return p.edit(func(p *query.Plan) { p.Size = size })
}

// Max sets the maximum limit. The default is 100. A higher limit is a violation.
func (p Plan) Max(n int) Plan {
	most := query.Amount{N: n, At: callsite.Here()}
	return p.edit(func(p *query.Plan) { p.Most = most })
}

// Total sets whether responses have the number of all entities. The default is Always by
// page and offset, and Never by cursor.
func (p Plan) Total(t Total) Plan {
	if t > OnRequest {
		return p.fault("Total(%d) is not Never, Always or OnRequest", t)
	}
	return p.edit(func(p *query.Plan) { p.Total = query.Total(t) })
}

// BoundTo makes cursors valid only for callers with the same text, such as the identity or the
// tenant of a request: cursors contain values of the list, and should be useless to other
// callers.
func (p Plan) BoundTo(identity func(context.Context) string) Plan {
	switch kind := plan(p).Open().Kind; {
	case identity == nil:
		return p.fault("BoundTo(nil): the function is nil")
	case kind == query.ByPage || kind == query.ByOffset || kind == query.ByKey:
		return p.fault("BoundTo needs ByCursor")
	}
	return p.edit(func(p *query.Plan) { p.Bound = identity })
}

// fault records a fault at the user's call in progress.
func (p Plan) fault(format string, args ...any) Plan {
	f := ir.Faultf(format, args...)
	return p.edit(func(p *query.Plan) { p.Faults = append(slices.Clip(p.Faults), f) })
}
