package preconditions_test

import (
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// leaf is an entity with versions.
type leaf struct {
	ID      string
	Text    string
	Size    int
	Rev     int
	Changed time.Time
}

var (
	leafID   = prop.String("id").ReadOnly()
	leafText = prop.String("text").MaxLen(9)
	leafSize = prop.Int("size").Default(1).Max(99)
	leafLeft = prop.Int("X-Left").Optional()

	plainLeaves = collection.Of("Leaf", func(l *leaf) collection.Fields {
		return collection.Fields{
			leafID.At(&l.ID).Key(),
			leafText.At(&l.Text),
			leafSize.At(&l.Size),
			prop.Int("rev").ReadOnly().At(&l.Rev),
		}
	})
	leaves = plainLeaves.Versioned(func(l *leaf) collection.Version {
		v := collection.Version{Modified: l.Changed}
		if l.Rev > 0 {
			v.Tag = "r " + strconv.Itoa(l.Rev)
		}
		return v
	})

	noLeaf   = render.NewProblem(404, "no_leaf", "No such leaf.")
	leafTime = time.Date(2026, 1, 2, 3, 4, 5, 600_000_000, time.FixedZone("", 3600))
)

const (
	leafTag    = `"r%201"`
	leafDate   = "Fri, 02 Jan 2026 02:04:05 GMT"
	leafBefore = "Fri, 02 Jan 2026 02:04:04 GMT"
	leafAfter  = "Fri, 02 Jan 2026 02:04:06 GMT"
	leafJSON   = `{"data":{"id":"a","text":"green","size":1,"rev":1}}`
)

// tree is a store of leaves. Each change is a transaction.
type tree struct {
	mu     sync.Mutex
	leaves map[string]leaf
}

// newTree returns a tree with leaves that have a tag, a date, both or neither.
func newTree() *tree {
	return &tree{leaves: map[string]leaf{
		"a":      {"a", "green", 1, 1, leafTime},
		"tagged": {"tagged", "green", 1, 1, time.Time{}},
		"dated":  {"dated", "green", 1, 0, leafTime},
		"plain":  {"plain", "green", 1, 0, time.Time{}},
		"broken": {"broken", "much too long", 1, 1, leafTime},
		"future": {"future", "green", 1, 1, time.Now().Add(time.Hour)},
	}}
}

func (s *tree) find(id string) (leaf, error) {
	l, ok := s.leaves[id]
	if !ok {
		return l, noLeaf
	}
	return l, nil
}

// stored returns a leaf of the store.
func (s *tree) stored(id string) (l leaf, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok = s.leaves[id]
	return l, ok
}

// change loads a leaf, changes it and stores it.
func (s *tree) change(id string, apply func(*leaf) error) (leaf, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, err := s.find(id)
	if err == nil {
		err = apply(&l)
	}
	if err != nil {
		return leaf{}, err
	}
	l.Rev++
	l.Changed = l.Changed.Add(time.Minute)
	s.leaves[id] = l
	return l, nil
}

func (s *tree) show(c *route.Call) (leaf, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Header().Set("Cache-Control", "max-age=60")
	c.Header().Set("Vary", "Accept")
	c.Header().Set("Content-Language", "en")
	leafLeft.Set(c, 7)
	return s.find(leafID.Get(c))
}

func (s *tree) create(_ *route.Call, l leaf) (leaf, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.ID, l.Rev, l.Changed = "new", 1, leafTime
	s.leaves[l.ID] = l
	return l, nil
}

func (s *tree) update(c *route.Call, p collection.Patch[leaf]) (leaf, error) {
	return s.change(leafID.Get(c), p.Apply)
}

// replace creates a leaf if there is none.
func (s *tree) replace(c *route.Call, r collection.Replacement[leaf]) (leaf, error) {
	id := leafID.Get(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.leaves[id]
	if ok {
		if err := r.Apply(&l); err != nil {
			return l, err
		}
	} else {
		if err := c.CheckAbsent(); err != nil {
			return l, err
		}
		l = r.Value()
		l.ID = id
		c.Status(201)
	}
	l.Rev++
	s.leaves[id] = l
	return l, nil
}

func (s *tree) remove(c *route.Call) (leaf, error) {
	return s.change(leafID.Get(c), func(l *leaf) error { return c.CheckVersion(leaves.VersionOf(l)) })
}

func (s *tree) routes() route.Member {
	return route.Group("/leaves",
		route.Post("", leaves.Create(), leaves.View()).Handle(s.create),
		route.Get("/{id}", leaves.View()).Path(leafID).Fails(noLeaf).ResponseHeader(leafLeft).Handle(s.show),
		route.Patch("/{id}", leaves.Update(), leaves.View()).Path(leafID).Fails(noLeaf).Handle(s.update),
		route.Put("/{id}", leaves.Replace(), leaves.View()).Path(leafID).Fails(noLeaf).Also(201, "Made.").Handle(s.replace),
		route.Delete("/{id}", leaves.Delete()).Path(leafID).Fails(noLeaf).Handle(s.remove),
	)
}

// Every precondition of a GET.
func TestReadingIsConditional(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("T", "1"), newTree().routes())
	for _, test := range []struct {
		id     string
		fields []string
		status int
	}{
		{"a", nil, 200},
		{"a", []string{"If-None-Match: " + leafTag}, 304},
		{"a", []string{"If-None-Match: W/" + leafTag}, 304},
		{"a", []string{`If-None-Match: "x", ` + leafTag}, 304},
		{"a", []string{`If-None-Match: "x"`, "If-None-Match: " + leafTag}, 304},
		{"a", []string{"If-None-Match: *"}, 304},
		{"a", []string{`If-None-Match: "r 1"`}, 400},
		{"a", []string{`If-None-Match: "x"`}, 200},
		{"a", []string{`If-None-Match: "x"`, "If-Modified-Since: " + leafDate}, 200},
		{"a", []string{"If-Modified-Since: " + leafDate}, 304},
		{"a", []string{"If-Modified-Since: " + leafAfter}, 304},
		{"a", []string{"If-Modified-Since: " + leafBefore}, 200},
		{"a", []string{"If-Modified-Since: then"}, 200},
		{"a", []string{"If-Match: " + leafTag}, 200},
		{"a", []string{"If-Match: *"}, 200},
		{"a", []string{"If-Match: W/" + leafTag}, 412},
		{"a", []string{`If-Match: "x"`}, 412},
		{"a", []string{`If-Match: "x"`, "If-None-Match: " + leafTag}, 412},
		{"a", []string{"If-Match: " + leafTag, "If-None-Match: " + leafTag}, 304},
		{"a", []string{"If-Match: " + leafTag, "If-Unmodified-Since: " + leafBefore}, 200},
		{"a", []string{"If-Unmodified-Since: " + leafDate}, 200},
		{"a", []string{"If-Unmodified-Since: " + leafBefore}, 412},
		{"a", []string{"If-Unmodified-Since: then"}, 200},
		{"a", []string{"If-Match: x"}, 400},
		{"a", []string{"If-Match: *", `If-Match: "x"`}, 400},
		{"tagged", []string{"If-Modified-Since: " + leafAfter, "If-Unmodified-Since: " + leafBefore}, 200},
		{"dated", []string{"If-Modified-Since: " + leafDate}, 304},
		{"dated", []string{"If-Match: *"}, 200},
		{"dated", []string{"If-Match: " + leafTag}, 412},
		{"plain", []string{"If-None-Match: " + leafTag}, 200},
		{"plain", []string{"If-None-Match: *"}, 304},
		// What would be no success is what it would be (RFC 9110 §13.2.1).
		{"none", []string{"If-Match: *"}, 404},
		{"none", []string{"If-None-Match: *"}, 404},
		{"broken", nil, 500},
		{"broken", []string{"If-None-Match: " + leafTag}, 500},
		{"broken", []string{`If-Match: "x"`}, 500},
		{"a?x=1", []string{"If-None-Match: " + leafTag}, 422},
		{"a", []string{"If-None-Match: " + leafTag, "Accept: text/html"}, 406},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			a := server.Send(t, method, "/leaves/"+test.id, "", test.fields...)
			if a.Status != test.status {
				t.Errorf("%s %s %q: %d %s, want %d", method, test.id, test.fields, a.Status, a.Body, test.status)
			}
			if code := a.Code(); method == "GET" && test.status == 412 && code != "precondition_failed" {
				t.Errorf("%q: code %s", test.fields, code)
			}
		}
	}
}

// Responses that show an entity have its version; those to a PUT do not.
func TestVersionsAreSent(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("T", "1"), newTree().routes())
	for _, test := range []struct {
		method, path, content string
		fields                []string
		status                int
		etag, modified        string
	}{
		{"GET", "/leaves/a", "", nil, 200, leafTag, leafDate},
		{"HEAD", "/leaves/a", "", nil, 200, leafTag, leafDate},
		{"GET", "/leaves/tagged", "", nil, 200, leafTag, ""},
		{"GET", "/leaves/dated", "", nil, 200, "", leafDate},
		{"GET", "/leaves/plain", "", nil, 200, "", ""},
		{"GET", "/leaves/a", "", []string{"If-None-Match: *"}, 304, leafTag, leafDate},
		{"HEAD", "/leaves/a", "", []string{"If-None-Match: *"}, 304, leafTag, leafDate},
		{"GET", "/leaves/a", "", []string{`If-Match: "x"`}, 412, "", ""},
		{"GET", "/leaves/broken", "", nil, 500, "", ""},
		{"POST", "/leaves", `{"text":"red"}`, nil, 201, leafTag, leafDate},
		{"PATCH", "/leaves/a", `{"text":"red"}`, nil, 200, `"r%202"`, "Fri, 02 Jan 2026 02:05:05 GMT"},
		{"PUT", "/leaves/a", `{"text":"red"}`, nil, 200, "", ""},
		{"PUT", "/leaves/fresh", `{"text":"red"}`, nil, 201, "", ""},
		{"DELETE", "/leaves/a", "", nil, 200, "", ""},
	} {
		a := server.Send(t, test.method, test.path, test.content, test.fields...)
		if got, modified := a.Header.Get("ETag"), a.Header.Get("Last-Modified"); a.Status != test.status || got != test.etag || modified != test.modified {
			t.Errorf("%s %s: %d with %s and %s, want %d with %s and %s", test.method, test.path, a.Status, got, modified, test.status, test.etag, test.modified)
		}
	}
	// Last-Modified is never later than Date (RFC 9110 §8.8.2.1).
	a := server.Send(t, "GET", "/leaves/future", "")
	modified, err := http.ParseTime(a.Header.Get("Last-Modified"))
	if date, _ := http.ParseTime(a.Header.Get("Date")); err != nil || modified.After(date) {
		t.Errorf("Last-Modified: %v, Date: %v", a.Header.Get("Last-Modified"), date)
	}
}

// A 304 has the headers of the 200.
func TestA304HasNoContent(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("T", "1"), newTree().routes())
	whole := server.Send(t, "GET", "/leaves/a", "")
	if whole.Body != leafJSON {
		t.Errorf("200 with %s", whole.Body)
	}
	for _, method := range []string{"GET", "HEAD"} {
		a := server.Send(t, method, "/leaves/a", "", "If-None-Match: "+leafTag)
		if a.Status != 304 || a.Body != "" {
			t.Errorf("%s: %d %s", method, a.Status, a.Body)
		}
		for _, name := range []string{"ETag", "Last-Modified", "Vary", "Cache-Control", "X-Left"} {
			if got, want := a.Header.Get(name), whole.Header.Get(name); got != want || got == "" {
				t.Errorf("%s: %s is %q, that of the 200 %q", method, name, got, want)
			}
		}
		for _, name := range []string{"Content-Type", "Content-Length", "Content-Language", "X-Content-Type-Options"} {
			if got := a.Header.Values(name); got != nil {
				t.Errorf("%s: %s is %q", method, name, got)
			}
		}
	}
}

// Routes without versions cost nothing more; those with versions allocate two headers.
func TestVersionsCostLittle(t *testing.T) {
	store := newTree()
	get := func(c *collection.Collection[leaf]) http.Handler {
		return kit.Build(t, tenon.New("T", "1").CheckResponses(tenon.Never).Add(
			route.Get("/leaf", c.View()).Handle(func(*route.Call) (leaf, error) { return store.leaves["a"], nil })))
	}
	cost := func(h http.Handler, status int, header ...string) int {
		serve := kit.Repeat(h, kit.Request(t, "GET", "/leaf", "", header...))
		if w := serve(); w.Status != status {
			t.Fatalf("status %d, want %d", w.Status, status)
		}
		return allocs.Least(func() { serve() })
	}
	conditions := []string{"If-None-Match: " + leafTag, "If-Match: " + leafTag}
	plain := cost(get(plainLeaves), 200)
	if got := cost(get(plainLeaves), 200, conditions...); got != plain {
		t.Errorf("conditions that do not count cost %d allocations, none %d", got, plain)
	}
	// The text that the version function makes, its escaped form, the date and
	// both lines.
	if got := cost(get(leaves), 200); got > plain+5 {
		t.Errorf("%d allocations with a version, %d without", got, plain)
	}
	if got := cost(get(leaves), 304, conditions...); got > plain+5 {
		t.Errorf("%d allocations for a 304, %d without versions", got, plain)
	}
}
