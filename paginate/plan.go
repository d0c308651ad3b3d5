package paginate

import (
	"slices"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/tree"
)

// Plan describes how a list is divided into pages. It is an immutable value; [ByPage],
// [ByOffset], [ByCursor] and [ByKey] return one.
type Plan plan

type plan = seal.Box[query.Plan[Term, Condition]]

func newPlan(kind query.Kind, total query.Total, p newPager) Plan {
	return Plan(seal.New(query.Plan[Term, Condition]{Settings: query.Settings{Kind: kind, At: tree.Here(), Total: total}, Pager: p}))
}

// edit returns a changed copy.
//
//go:noinline
func (p Plan) edit(change func(*query.Settings)) Plan {
	n := plan(p).Open()
	change(&n.Settings)
	return Plan(seal.New(n))
}

// newPager returns what divides the list of a plan.
type newPager = func(*query.Settings) query.Pager[Term, Condition]

// Total selects the responses of a list that have the number of all its entities.
type Total uint8

// The selections. Counting costs a second query, whose cost grows with the list.
const (
	Never     Total = iota // no response has the total
	Always                 // every response has it
	OnRequest              // a response has it if the client sends count=true
)

// Default sets the limit of requests without one. The default is 20, or Max if that is
// lower.
func (p Plan) Default(n int) Plan {
	size := query.Amount{N: n, At: tree.Here()}
	return p.edit(func(p *query.Settings) { p.Size = size })
}

// Max sets the maximum limit. The default is 100. A higher limit is a violation.
func (p Plan) Max(n int) Plan {
	most := query.Amount{N: n, At: tree.Here()}
	return p.edit(func(p *query.Settings) { p.Most = most })
}

// Total sets whether responses have the number of all entities. The default is Always by
// page and offset, and Never by cursor.
func (p Plan) Total(t Total) Plan {
	if t > OnRequest {
		return p.fault("Total(%d) is not Never, Always or OnRequest", t)
	}
	return p.edit(func(p *query.Settings) { p.Total = query.Total(t) })
}

// fault records a fault at the user's call in progress.
func (p Plan) fault(format string, args ...any) Plan {
	f := tree.Faultf(format, args...)
	return p.edit(func(p *query.Settings) { p.Faults = append(slices.Clip(p.Faults), f) })
}
