package apitest

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Option configures [Laws], [Histories] and [Limits].
type Option func(*settings)

type settings struct {
	identities []identity
	fresh      func() http.Handler
	server     http.Handler
	replica    http.Handler
	summary    *Summary
	tests      string // of mutants
	seed       uint64
	runs       int
	duration   time.Duration
	only       []string
	except     []string
	volatile   []*tree.ID
	apart      bool
	wait       func(time.Duration)
	begin      time.Time
	initial    int  // of a mock
	anyCaller  bool // of a mock
}

// identity is a caller: a name for reports, and what it adds to each request.
type identity struct {
	name        string
	credentials func(*http.Request)
}

// defaultRuns is the default of [Runs].
const defaultRuns = 100

func settingsOf(opts []Option) *settings {
	s := &settings{seed: rand.Uint64(), runs: defaultRuns, begin: time.Now()}
	for _, o := range opts {
		o(s)
	}
	if len(s.identities) == 0 {
		s.identities = []identity{{"anonymous", func(*http.Request) {}}}
	}
	return s
}

// As adds an identity with its credentials, such as [Bearer]. The first one creates and changes
// most; the others try to see and to change what is not theirs, and have other subjects. Each has an
// address of its own. Without As, requests are anonymous.
func As(name string, credentials func(*http.Request)) Option {
	return func(s *settings) { s.identities = append(s.identities, identity{name, credentials}) }
}

// Bearer returns credentials that send a bearer token (RFC 6750 §2.1).
func Bearer(token string) func(*http.Request) { return Header("Authorization", "Bearer "+token) }

// Header returns credentials that set a header, such as one with an API key.
func Header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// Fresh makes each history begin with a server of its own, whose state no other history has
// changed. Without it, all share the app, and the histories delete what they have created.
func Fresh(server func() http.Handler) Option { return func(s *settings) { s.fresh = server } }

// Seed sets the seed of the random values, to reproduce a failure.
func Seed(n uint64) Option { return func(s *settings) { s.seed = n } }

// Runs sets how many histories there are of each resource, however long they take. The default is 100, or
// those of five minutes. [Laws] sends 40 bodies to each operation; with fewer than ten runs it sends
// four for each, and does not wait a second to see Last-Modified move.
func Runs(n int) Option { return func(s *settings) { s.runs = n } }

// For runs histories until the time has passed, in place of a number of them, and ends [Laws] after it; their
// default is five minutes. In a bubble of
// testing/synctest use [Runs]: time does not pass there while a goroutine works.
func For(d time.Duration) Option { return func(s *settings) { s.duration = d } }

// Only restricts the requests to operations: their IDs, or their methods and paths as in
// "GET /books/{id}". [Laws] then sends no other methods: those of the operations that are left out are
// not 405.
func Only(operations ...string) Option {
	return func(s *settings) { s.only = append(s.only, operations...) }
}

// Except leaves out operations, named as in [Only].
func Except(operations ...string) Option {
	return func(s *settings) { s.except = append(s.except, operations...) }
}

// Volatile marks properties that the server changes by itself, such as the number of visits.
// Properties that are ReadOnly or computed need no mark, unless they change without a write.
func Volatile(properties ...prop.Prop) Option {
	return func(s *settings) {
		for _, p := range properties {
			s.volatile = append(s.volatile, property.NodeOf(p).ID)
		}
	}
}

// Apart declares that no identity sees the entities of another. Without it, an identity may view what
// it may list, and the other way round.
func Apart() Option { return func(s *settings) { s.apart = true } }

// Wait sets how to wait until a rate limit admits requests again: time.Sleep in a bubble of
// testing/synctest, or the method Move of the [Clock] of the limits. Without it, [Limits] does not wait.
func Wait(wait func(time.Duration)) Option { return func(s *settings) { s.wait = wait } }

// includes reports whether an operation is tested.
func (s *settings) includes(op *tree.Operation) bool {
	named := func(list []string) bool {
		return slices.Contains(list, op.ID) || slices.Contains(list, op.Method+" "+op.Path)
	}
	return (len(s.only) == 0 || named(s.only)) && !named(s.except)
}
