package endpoint

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/tree"
)

// PlacedLimit is a limit and the place of its declaration. Operations with the same place share
// a counter.
type PlacedLimit struct {
	limit quota.Sealed
	place string // "" for the route that declares it
	own   bool   // declared by a route for itself
}

// placeAPI is the place of the limits of an API.
const placeAPI = "api"

// APILimit returns a limit of an API.
func APILimit(l quota.Sealed) *PlacedLimit {
	return &PlacedLimit{limit: l, place: placeAPI}
}

// NewLimit returns the limit of a route or, after PlaceShared, of a group.
func NewLimit(l quota.Sealed) *PlacedLimit { return &PlacedLimit{limit: l} }

// PlaceShared sets the place of limits that a group or a resource declares. It is for use
// within Edit.
func (o *Operation) PlaceShared(place string) {
	if len(o.Options().Throttled) == 0 {
		return
	}
	all := slices.Clone(o.Options().Throttled)
	o.ChangeOptions().Throttled = all
	for i, l := range all {
		if l.place == "" {
			all[i] = &PlacedLimit{limit: l.limit, place: place}
		}
	}
}

// placeLimits returns the limits of an operation with their places.
func (o *Operation) placeLimits(api []*PlacedLimit) (all []*PlacedLimit) {
	for _, l := range slices.Concat(api, o.Options().Throttled) {
		if l.place == "" {
			l = &PlacedLimit{limit: l.limit, place: o.Node.Method + " " + o.Node.Path, own: true}
		}
		all = append(all, l)
	}
	return all
}

// limitNodes describes the limits of an operation, and reports limits with equal names, which
// clients could not distinguish.
func (o *Operation) limitNodes() (nodes []*tree.Limit) {
	all := o.Options().Throttled
	for _, l := range all {
		n := quota.PolicyOf(l.limit).Node()
		for _, f := range n.Faults {
			o.limitFault(l, f)
		}
		if j := slices.IndexFunc(nodes, func(other *tree.Limit) bool { return other.Name == n.Name }); j >= 0 {
			in := l
			if all[j].own { // the second, unless only the first belongs to the route
				in = all[j]
			}
			o.limitFault(in, tree.Fault{At: n.At, Message: "two rate limits are named " + strconv.Quote(n.Name) + "; the first is at " +
				nodes[j].At.String() + "; rename one with Name"})
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// limitFault adds a fault to the route that declares a limit, or to those that many operations
// share.
func (o *Operation) limitFault(l *PlacedLimit, f tree.Fault) {
	if l.own {
		o.Fault(f)
		return
	}
	f.Message = l.place + ": " + f.Message
	own := o.ChangeOptions()
	own.shared = append(own.shared, f)
}

// Limiters count the requests of an API. The zero value has none.
type Limiters struct {
	opened map[*PlacedLimit]quota.Limiter
	places map[string]int
	api    []quota.Limiter // of the API itself, in the order of their declaration
}

// Open opens the limiters of an operation. Each is opened once.
func (g *Limiters) Open(o *Operation, logger *slog.Logger) error {
	for _, c := range o.Options().Throttled {
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

// place returns the place of a limit. The second of two groups with one prefix gets a
// number, which is the same in every process of a program.
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

// CountUnmatched counts a request that no operation matches toward the limits of the API, as
// anonymous. The error is the problem of the limit that rejects it.
func (g *Limiters) CountUnmatched(w http.ResponseWriter, r *http.Request) error {
	_, err := count(w, r, "", g.api, nil)
	return err
}

// Close closes all limiters.
func (g *Limiters) Close() error {
	var errs []error
	for _, l := range g.opened {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}

// limiters are those of an operation. The early ones count before the caller is identified.
type limiters struct{ early, late []quota.Limiter }

// of returns the limiters of an operation in the order of their declaration, those of the API first.
func (g *Limiters) of(o *Operation) (out limiters) {
	for _, c := range o.Options().Throttled {
		l := g.opened[c]
		if l.Early() {
			out.early = append(out.early, l)
		} else {
			out.late = append(out.late, l)
		}
	}
	return out
}

// count counts a request for the current identity.
func (c *Call) count(all []quota.Limiter) (err error) {
	c.verdicts, err = count(c.ex.W, c.ex.R, c.Identity().Key(), all, c.verdicts)
	return err
}

// count counts a request, and rejects it if a limit does. It appends to the verdicts of earlier
// limits.
func count(w http.ResponseWriter, r *http.Request, identity string, all []quota.Limiter, verdicts []quota.Verdict) ([]quota.Verdict, error) {
	if len(all) == 0 {
		return verdicts, nil
	}
	for _, l := range all {
		v := l.Take(r, identity)
		verdicts = append(verdicts, v)
		if !v.Admitted {
			break // a rejected request does not count toward the remaining limits
		}
	}
	quota.Headers(w.Header(), verdicts)
	if last := &verdicts[len(verdicts)-1]; !last.Admitted {
		return verdicts, rateLimited(w, last)
	}
	return verdicts, nil
}

// rateLimited returns the problem of a request that a limit rejects.
func rateLimited(w http.ResponseWriter, v *quota.Verdict) error {
	w.Header()["Cache-Control"] = media.NoStore // RFC 6585 §4
	p := media.Problem(tree.RateLimited)
	if v.Unavailable {
		p = media.Problem(tree.RateLimitUnavailable)
	}
	name, err := jsonx.AppendString(nil, v.Policy())
	if err != nil || v.Policy() == "" {
		return p
	}
	return p.Extension("policy", string(name))
}
