package route

import (
	"errors"
	"log/slog"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/quota"
)

// RateLimit bounds how often clients may call; package throttle makes them.
type RateLimit interface {
	// Node describes the limit. It is for sibling packages.
	Node(ir.Key) *ir.Limit
	// Open makes what counts at a place where the limit is declared. It is for
	// sibling packages.
	Open(_ ir.Key, place string, logger *slog.Logger) (quota.Limiter, error)
}

// Counted is a limit at the place where it is declared. It is for sibling
// packages.
type Counted struct {
	limit RateLimit
	place string // "" for the route that declares it
	own   bool   // a route declares it, for itself
}

// CountedBy makes the limit of an API. It is for sibling packages.
func CountedBy(_ ir.Key, l RateLimit) *Counted { return &Counted{limit: l, place: "api"} }

// Throttle bounds how often clients may call this route:
//
//	Throttle(throttle.PerMinute(30).ByIdentity())
//
// All limits of a route, its groups and its API hold.
func (d *decl[Self]) Throttle(limits ...RateLimit) Self {
	if slices.Contains(limits, nil) {
		return d.fault(ir.Faultf("Throttle has a nil limit"))
	}
	return d.edit(func(o *Operation) {
		for _, l := range limits {
			o.counted = append(slices.Clip(o.counted), &Counted{limit: l})
		}
	})
}

// Throttle bounds how often clients may call the routes of the group, all of them
// together.
func (g Grouped) Throttle(limits ...RateLimit) Grouped {
	if slices.Contains(limits, nil) {
		return g.fault("Throttle has a nil limit")
	}
	place := "group"
	if g.g != nil {
		place += " " + g.g.prefix
	}
	var counted []*Counted
	for _, l := range limits {
		counted = append(counted, &Counted{limit: l, place: place})
	}
	return g.every(func(o *Operation) { o.counted = slices.Concat(counted, o.counted) })
}

// Throttle bounds how often clients may call the operations of the resource, all
// of them together.
func (c Crud[T, K]) Throttle(limits ...RateLimit) Crud[T, K] {
	return c.grouped(func(g Grouped) Grouped { return g.Throttle(limits...) })
}

// limitNodes describes the limits of an operation, and looks for two that
// clients could not tell apart.
func (o *Operation) limitNodes(key ir.Key) (nodes []*ir.Limit) {
	for _, c := range o.counted {
		n := c.limit.Node(key)
		for _, f := range n.Faults {
			o.limitFault(c, f)
		}
		if j := slices.IndexFunc(nodes, func(other *ir.Limit) bool { return other.Name == n.Name }); j >= 0 {
			in := c
			if o.counted[j].own { // the later of the two, unless only the first is the route's own
				in = o.counted[j]
			}
			o.limitFault(in, ir.Fault{At: n.At, What: "two rate limits are named " + strconv.Quote(n.Name) + "; the first is at " +
				nodes[j].At.String() + "; rename one with Name"})
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// limitFault notes what is wrong with a limit: with the route that declares it, or
// with what many routes share.
func (o *Operation) limitFault(c *Counted, f ir.Fault) {
	if c.own {
		o.fault(f)
		return
	}
	f.What = c.place + ": " + f.What
	o.shared = append(o.shared, f)
}

// SharedFaults are what is wrong with what the operation has of its API and its
// groups, and which others may have, too. It is for sibling packages.
func (o *Operation) SharedFaults(ir.Key) []ir.Fault { return o.shared }

// placedAt returns the limits of an operation at their places: those that it
// declares itself count for nothing else.
func (o *Operation) placedAt(api []*Counted) (all []*Counted) {
	for _, c := range slices.Concat(api, o.counted) {
		if c.place == "" {
			c = &Counted{limit: c.limit, place: o.Node.Method + " " + o.Node.Path, own: true}
		}
		all = append(all, c)
	}
	return all
}

// Gates are what counts the requests of an API, each opened once. It is for
// sibling packages.
type Gates struct{ opened map[*Counted]quota.Limiter }

// Open makes what counts the requests of an operation. It is for sibling
// packages.
func (g *Gates) Open(key ir.Key, o *Operation, logger *slog.Logger) error {
	for _, c := range o.counted {
		if g.opened[c] != nil {
			continue
		}
		l, err := c.limit.Open(key, c.place, logger)
		if err != nil {
			return err
		}
		if g.opened == nil {
			g.opened = map[*Counted]quota.Limiter{}
		}
		g.opened[c] = l
	}
	return nil
}

// Close closes everything that counts. It is for sibling packages.
func (g *Gates) Close() error {
	var errs []error
	for _, l := range g.opened {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}

// limiters are those of an operation, by when they can be asked.
type limiters struct{ early, late []quota.Limiter }

// count counts a request, and refuses it where a limit does.
func (c *Call) count(all []quota.Limiter) error {
	if len(all) == 0 {
		return nil
	}
	var refused *quota.Verdict
	identity := c.who.Key()
	for _, l := range all {
		v := l.Take(ir.Key{}, c.r, identity)
		c.verdicts = append(c.verdicts, v)
		if !v.Admitted {
			refused = &c.verdicts[len(c.verdicts)-1]
			break // what is refused costs nothing of the others
		}
	}
	h := c.w.Header()
	quota.Headers(ir.Key{}, h, c.verdicts)
	if refused == nil {
		return nil
	}
	h["Cache-Control"] = noStore // RFC 6585 §4
	r := ir.Limited
	if refused.Unavailable {
		r = ir.LimitAway
	}
	name, err := jsonx.AppendString(nil, refused.Policy())
	if err != nil || refused.Policy() == "" {
		return refuse(r, "")
	}
	return refuse(r, "").Member("policy", string(name))
}

// limitersOf returns the limiters of an operation in the order in which they were
// declared, those of the API first.
func (g *Gates) limitersOf(o *Operation) (out limiters) {
	for _, c := range o.counted {
		l := g.opened[c]
		if l.Early(ir.Key{}) {
			out.early = append(out.early, l)
		} else {
			out.late = append(out.late, l)
		}
	}
	return out
}
