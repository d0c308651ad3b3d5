package route

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/quota"
)

// RateLimit is a throttle.Policy. It is an interface so that only programs with rate
// limits link their stores.
type RateLimit interface{ policy }

type policy = quota.Sealed

// PlacedLimit is a limit at the place where it is declared. It is for sibling
// packages.
type PlacedLimit struct {
	limit RateLimit
	place string // "" for the route that declares it
	own   bool   // a route declares it, for itself
}

// placeAPI is the place of the limits of an API.
const placeAPI = "api"

// PlacedLimitOf makes the limit of an API. It is for sibling packages.
func PlacedLimitOf(_ ir.Key, l RateLimit) *PlacedLimit {
	return &PlacedLimit{limit: l, place: placeAPI}
}

// Throttle bounds how often clients may call this route:
//
//	Throttle(throttle.PerMinute(30).ByIdentity())
//
// All limits of a route, its groups and its API hold.
func (o *Operation) setThrottle(limits ...RateLimit) *Operation {
	if len(limits) == 0 || slices.Contains(limits, nil) {
		return o.faulted(ir.Faultf("%s", noLimit(limits)))
	}
	return o.edit(func(o *Operation) {
		for _, l := range limits {
			o.counted = append(slices.Clip(o.counted), &PlacedLimit{limit: l})
		}
	})
}

// Throttle bounds how often clients may call the routes of the group, all of them
// together.
func (g RouteGroup) Throttle(limits ...RateLimit) RouteGroup {
	if len(limits) == 0 || slices.Contains(limits, nil) {
		return g.fault(noLimit(limits))
	}
	place := "group"
	if g.g != nil {
		place += " " + g.g.prefix
	}
	var counted []*PlacedLimit
	for _, l := range limits {
		counted = append(counted, &PlacedLimit{limit: l, place: place})
	}
	return g.every(func(o *Operation) { o.counted = slices.Concat(counted, o.counted) })
}

// Throttle bounds how often clients may call the operations of the resource, all
// of them together.
func (c ResourceRoutes[T, K]) Throttle(limits ...RateLimit) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Throttle(limits...) })
}

func noLimit(limits []RateLimit) string {
	if len(limits) == 0 {
		return "Throttle has no limit"
	}
	return "Throttle has a nil limit"
}

// limitNodes describes the limits of an operation, and looks for two that
// clients could not tell apart.
func (o *Operation) limitNodes() (nodes []*ir.Limit) {
	for _, c := range o.counted {
		n := quota.PolicyOf(c.limit).Node()
		for _, f := range n.Faults {
			o.limitFault(c, f)
		}
		if j := slices.IndexFunc(nodes, func(other *ir.Limit) bool { return other.Name == n.Name }); j >= 0 {
			in := c
			if o.counted[j].own { // the later of the two, unless only the first is the route's own
				in = o.counted[j]
			}
			o.limitFault(in, ir.Fault{At: n.At, Message: "two rate limits are named " + strconv.Quote(n.Name) + "; the first is at " +
				nodes[j].At.String() + "; rename one with Name"})
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// limitFault notes what is wrong with a limit: with the route that declares it, or
// with what many routes share.
func (o *Operation) limitFault(c *PlacedLimit, f ir.Fault) {
	if c.own {
		o.fault(f)
		return
	}
	f.Message = c.place + ": " + f.Message
	o.shared = append(o.shared, f)
}

// SharedFaults are what is wrong with what the operation has of its API and its
// groups, and which others may have, too. It is for sibling packages.
func (o *Operation) SharedFaults(ir.Key) []ir.Fault { return o.shared }

// placedAt returns the limits of an operation at their places: those that it
// declares itself count for nothing else.
func (o *Operation) placedAt(api []*PlacedLimit) (all []*PlacedLimit) {
	for _, c := range slices.Concat(api, o.counted) {
		if c.place == "" {
			c = &PlacedLimit{limit: c.limit, place: o.Node.Method + " " + o.Node.Path, own: true}
		}
		all = append(all, c)
	}
	return all
}

// Limiters are what counts the requests of an API, each opened once. It is for
// sibling packages.
type Limiters struct {
	opened map[*PlacedLimit]quota.Limiter
	places map[string]int
	api    []quota.Limiter // those of the API itself, in the order of their declaration
}

// Open makes what counts the requests of an operation. It is for sibling
// packages.
func (g *Limiters) Open(_ ir.Key, o *Operation, logger *slog.Logger) error {
	for _, c := range o.counted {
		if g.opened[c] != nil {
			continue
		}
		l, err := quota.PolicyOf(c.limit).Open(g.place(c, quota.PolicyOf(c.limit).Node().Name), logger)
		if err != nil {
			return err
		}
		if g.opened == nil {
			g.opened = map[*PlacedLimit]quota.Limiter{}
		}
		g.opened[c] = l
		if c.place == placeAPI {
			g.api = append(g.api, l)
		}
	}
	return nil
}

// place returns where a limit counts. Two groups may have the same prefix, and count
// apart all the same: the second has a number, which is the same in every process of
// one program.
func (g *Limiters) place(c *PlacedLimit, name string) string {
	if g.places == nil {
		g.places = map[string]int{}
	}
	at := c.place + "\n" + name
	g.places[at]++
	if n := g.places[at]; n > 1 {
		return c.place + " #" + strconv.Itoa(n)
	}
	return c.place
}

// CountUnmatched counts a request that reaches no operation toward the limits of the
// API, as one of a guest, and returns the problem of the one that rejects it. It is for
// sibling packages.
func (g *Limiters) CountUnmatched(_ ir.Key, w http.ResponseWriter, r *http.Request) error {
	_, err := count(w, r, "", g.api, nil)
	return err
}

// Close closes everything that counts. It is for sibling packages.
func (g *Limiters) Close() error {
	var errs []error
	for _, l := range g.opened {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}

// count counts a request for the identity that it has proved so far.
func (c *Call) count(all []quota.Limiter) (err error) {
	c.verdicts, err = count(c.w, c.r, c.who.Key(), all, c.verdicts)
	return err
}

// count counts a request, and rejects it where a limit does. It adds to the verdicts
// of the limits before.
func count(w http.ResponseWriter, r *http.Request, identity string, all []quota.Limiter, verdicts []quota.Verdict) ([]quota.Verdict, error) {
	if len(all) == 0 {
		return verdicts, nil
	}
	for _, l := range all {
		v := l.Take(r, identity)
		verdicts = append(verdicts, v)
		if !v.Admitted {
			break // what is rejected costs nothing of those that follow
		}
	}
	quota.Headers(w.Header(), verdicts)
	if last := &verdicts[len(verdicts)-1]; !last.Admitted {
		return verdicts, hasDeadline(w, last)
	}
	return verdicts, nil
}

// hasDeadline is the problem of a request that a limit rejects.
func hasDeadline(w http.ResponseWriter, v *quota.Verdict) error {
	w.Header()["Cache-Control"] = noStore // RFC 6585 §4
	r := ir.RateLimited
	if v.Unavailable {
		r = ir.RateLimitUnavailable
	}
	name, err := jsonx.AppendString(nil, v.Policy())
	if err != nil || v.Policy() == "" {
		return refuse(r, "")
	}
	return refuse(r, "").Extension("policy", string(name))
}
