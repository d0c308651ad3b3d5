package apitest

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
)

// Histories tests what handlers and stores do, with sequences of requests. It finds the resources
// of the API by its declaration: a POST that creates entities, and the operations on them. It creates,
// views, lists, filters, sorts, patches, replaces and deletes them at random, and compares each
// response with what the requests before it mean:
//
//	func TestHistories(t *testing.T) {
//		apitest.Histories(t, app, apitest.As("ann", apitest.Bearer(token)))
//	}
//
// A failure is the shortest history that was found, with its requests as curl commands and as Go
// code, and the seed that repeats it. At most ten rules are reported.
//
// Responses that are problems are right as long as they are declared, and change nothing: a store
// may reject a create because of a name that is taken.
//
// A response that has no end after 10 seconds or 64 MiB is reported, and ends the histories of its
// resource. Histories ends after five minutes, unless [Runs] or [For] sets another bound.
func Histories(t testing.TB, app *tenon.App, opts ...Option) {
	t.Helper()
	s := newSuite(app, settingsOf(opts))
	if len(s.resources) == 0 {
		t.Fatal("the API has no resource: a POST that creates an entity, and operations on its path with one more parameter")
	}
	found, histories := s.explore()
	if s.fresh != nil {
		found = append(found, s.limits(t)...)
	}
	reportAll(t, found)
	for _, r := range s.resources {
		if s.made[r] == 0 {
			t.Errorf("%s: no create succeeds, so that nothing was tested; give its properties examples, or use As", r.create.name())
		}
	}
	s.summarize(t, histories)
}

// reportAll reports what is found, up to a maximum.
func reportAll(t testing.TB, found []failure) {
	t.Helper()
	for i, f := range found {
		if i == maxFailures {
			t.Errorf("and %d more rules", len(found)-maxFailures)
			break
		}
		t.Errorf("%s", f)
	}
}

const (
	maxFailures = 10
	// more is how many runs follow one that has found something.
	more = 15
	// length is the number of steps in a history.
	length = 30
)

func newSuite(app *tenon.App, s *settings) *suite {
	u := &suite{settings: s, app: app, nonce: rand.Uint64(), made: map[*resource]int{}, sees: map[view]bool{}, tried: map[attempt]int{}}
	if s.server != nil {
		u.app = s.server
	}
	for _, o := range operationsOf(app) {
		if s.includes(o.Operation) {
			u.operations = append(u.operations, o)
		}
	}
	u.resources = resourcesOf(u.operations)
	return u
}

// failure is a broken rule with its history.
type failure struct {
	*broken
	resource  *resource
	steps     []step
	trace     []*exchange
	selection *selection // see world
	salt      uint64     // see world
	seed      uint64
}

// explore runs histories. It returns one failure for each rule, and the number of histories.
func (s *suite) explore() (found []failure, histories int) {
	last := s.runs
	stuck := map[*resource]bool{} // by a response without an end
	for run := 0; (s.duration > 0 || run < last) && len(stuck) < len(s.resources) && !s.spent(); run++ {
		for i, r := range s.resources {
			if stuck[r] || s.spent() {
				continue
			}
			histories++
			rng := rand.New(rand.NewPCG(s.seed, uint64(run)<<16|uint64(i)))
			salt, steps := rng.Uint64(), s.invent(rng, r)
			b, w, at := s.play(r, steps, salt, s.spent)
			s.made[r] += len(w.live(r)) + w.gone
			if b == nil || slices.ContainsFunc(found, func(f failure) bool { return f.law == b.law && f.resource == r }) {
				continue
			}
			f := failure{broken: b, resource: r, steps: steps[:min(at+1, len(steps))], trace: w.trace, selection: w.selection, salt: salt, seed: s.seed}
			if b.law == responsesEnd {
				stuck[r] = true
			} else {
				f = s.shrink(f)
			}
			found = append(found, f)
			last = min(last, run+more)
		}
	}
	slices.SortStableFunc(found, failure.compare)
	return found, histories
}

// compare sorts failures: what a write breaks is before what reads show of it, and then a shorter history.
func (f failure) compare(other failure) int {
	rank := func(f failure) int {
		if last := len(f.trace) - 1; last < 0 || f.trace[last].method == http.MethodGet {
			return len(f.steps) + length
		}
		return len(f.steps)
	}
	return cmp.Compare(rank(f), rank(other))
}

// play performs the steps of a history, and then views everything again, until its time is over. It
// returns what is broken, and after which step.
func (s *suite) play(r *resource, steps []step, salt uint64, over func() bool) (b *broken, w *world, at int) {
	w = s.newWorld(salt)
	defer w.end()
	if b = w.baseline(r); b != nil {
		return b, w, 0
	}
	w.trace = nil
	for i, st := range steps {
		if over() {
			return nil, w, i
		}
		if b = w.step(r, st); b != nil {
			return b, w, i
		}
	}
	return w.closing(r), w, len(steps)
}

// baseline remembers what exists before a history.
func (w *world) baseline(r *resource) *broken {
	if r.list == nil || r.key == "" || !r.list.exhaustive() {
		return nil
	}
	target, ok := w.target(r)
	if !ok {
		return nil
	}
	items, b := w.walk(r.list, 0, target, nil)
	if b == nil && items != nil || b == nil && w.fresh != nil {
		w.before[r] = keysOf(items.items(), r.key)
	}
	return b
}

// exhaustive reports whether a list needs no parameter that would select a part.
func (o *operation) exhaustive() bool {
	return !slices.ContainsFunc(o.inputs, func(in tree.Input) bool { return in.In == tree.InQuery && !in.Prop.MayBeAbsent() })
}

// closing views and lists everything that a history has left.
func (w *world) closing(r *resource) *broken {
	if r.view != nil {
		for _, e := range w.entities {
			if e == nil || e.of != r || e.again {
				continue
			}
			if b := w.view(e, e.by); b != nil {
				return b
			}
		}
	}
	if b := w.streams(r); b != nil || r.list == nil {
		return b
	}
	return w.list(r, 0, 2)
}

// invent returns the steps of a history.
func (s *suite) invent(rng *rand.Rand, r *resource) (steps []step) {
	kinds := s.kinds(r)
	creates, of := 0, 0
	for range length {
		st := step{kind: stepCreate, n: rng.IntN(1 << 16)}
		if creates > 1+rng.IntN(4) {
			st.kind = kinds[rng.IntN(len(kinds))]
		}
		if creates > 0 {
			if rng.IntN(2) == 0 { // otherwise again the one of the last step
				of = rng.IntN(creates)
			}
			st.of = of
		}
		attempt := rng.Uint64()
		switch st.kind {
		case stepCreate:
			creates++
			st.body = bodyFor(r.create, attempt)
			if rng.IntN(4) == 0 {
				st.as = rng.IntN(len(s.identities))
			}
		case stepRetry, stepWalkWhile, stepRaceKey, stepTaken:
			st.body = bodyFor(r.create, attempt)
		case stepPut:
			st.body = bodyFor(r.put, attempt)
		case stepInvalid:
			if st.body = bodyFor(r.create, attempt); st.n%2 == 1 && r.patch != nil {
				st.body = anyPatch(rng, r.patch, attempt)
			}
		case stepPatch, stepRaceVersion, stepReadOnly:
			st.body = anyPatches(rng, r.patch, attempt)
		case stepStale:
			switch o := []*operation{r.patch, r.put, r.remove}[st.n%3]; {
			case o == nil:
			case o == r.patch:
				st.body = anyPatch(rng, o, attempt)
			case o == r.put:
				st.body = bodyFor(o, attempt)
			}
		case stepRaceMembers:
			st.body, st.second = anyPatch(rng, r.patch, attempt), anyPatch(rng, r.patch, attempt+1)
			if samePatch(r.patch, st.body, st.second) {
				continue
			}
		case stepOther:
			st.as = 1 + rng.IntN(len(s.identities)-1)
			if r.patch != nil {
				st.body = anyPatches(rng, r.patch, attempt)
			}
		}
		steps = append(steps, st)
	}
	return steps
}

// kinds returns the kinds of steps that a resource has, as often as they shall occur.
func (s *suite) kinds(r *resource) (kinds []kind) {
	add := func(has bool, of ...kind) {
		if has {
			kinds = append(kinds, of...)
		}
	}
	add(true, stepCreate, stepCreate, stepInvalid)
	add(r.create.Idempotency != nil, stepRetry, stepRaceKey)
	add(r.view != nil, stepView, stepView, stepRevalidate)
	add(r.patch != nil, stepPatch, stepPatch, stepPatch, stepPatch, stepPatch, stepPatch)
	add(r.patch != nil || r.put != nil, stepStale, stepStale)
	add(r.patch != nil && r.view != nil, stepRaceVersion, stepRaceMembers)
	add(r.put != nil, stepPut, stepPut)
	add(r.patch != nil, stepReadOnly)
	add(r.patch != nil || r.put != nil, stepTaken)
	add(len(r.streams) > 0, stepStream)
	add(len(r.uploads) > 0, stepUpload)
	add(r.remove != nil, stepDelete, stepDelete)
	if r.list != nil {
		_, terms := r.list.sorts()
		add(true, stepList, stepList)
		add(r.key != "", stepWalkWhile)
		add(r.key != "" && len(r.filters) > 0, stepFilter, stepFilter, stepFilter)
		add(len(terms) > 0, stepSort, stepSort)
	}
	add(len(s.identities) > 1 && r.view != nil, stepOther, stepOther)
	return kinds
}

// anyPatch returns a patch of one member, or nil.
func anyPatch(rng *rand.Rand, o *operation, attempt uint64) []byte {
	members := o.sent().In(tree.Update)
	if len(members) == 0 {
		return nil
	}
	return patchOf(o, members[rng.IntN(len(members))], attempt)
}

// anyPatches returns a patch of one to five members, or nil.
func anyPatches(rng *rand.Rand, o *operation, attempt uint64) []byte {
	body := anyPatch(rng, o, attempt)
	for n := range uint64([...]int{0, 0, 1, 2, 4}[rng.IntN(5)]) {
		more := anyPatch(rng, o, attempt+n+1)
		if body == nil || more == nil {
			break
		}
		whole, added := o.canonical(body), o.canonical(more)
		for i, name := range added.names {
			whole = whole.with(name, added.items[i])
		}
		if together := o.wrap(whole.append(nil)); o.takes(together) {
			body = together
		}
	}
	return body
}

// samePatch reports whether two patches may change the same member.
func samePatch(o *operation, a, b []byte) bool {
	if a == nil || b == nil {
		return true
	}
	x, y := o.canonical(a), o.canonical(b)
	return len(x.names) != 1 || len(y.names) != 1 || x.names[0] == y.names[0]
}

func containsText(body []byte, text string) bool { return bytes.Contains(body, []byte(text)) }
