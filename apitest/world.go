package apitest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tenon-go/tenon/tree"
)

// suite is what all histories of an app share.
type suite struct {
	*settings
	app        http.Handler
	operations []*operation
	resources  []*resource
	requests   int
	worlds     int
	nonce      uint64            // of idempotency keys, as a server may have those of an earlier run
	made       map[*resource]int // how many entities were created
	sees       map[view]bool     // which members with a restricted visibility responses have shown
	tried      map[attempt]int   // writes of a member without a success; -1 after one
}

// attempt is a write of a member, or of none.
type attempt struct {
	op     *operation
	member string
}

// view is an identity and a member.
type view struct {
	as     int
	member *tree.ID
}

// world is a server with what a history has done to it.
type world struct {
	*suite
	server    http.Handler
	number    int // of the world
	entities  []*entity
	parents   map[*resource]string // the paths of entities that contain others
	salt      uint64               // of the values of those
	raised    int                  // how many of those there were
	before    map[*resource]map[string]bool
	creates   []*entity  // of the steps that create; nil if the server has rejected one
	gone      int        // how many were deleted
	run       string     // the number of the history
	keys      int        // how many idempotency keys it has had
	selection *selection // the last query of a list
	trace     []*exchange
	sent      int        // requests
	mu        sync.Mutex // of trace, keys and requests, in races
}

// entity is what a history knows of an entity that it has created.
type entity struct {
	of      *resource
	path    string // of the item
	base    string // of the collection of entities
	key     value
	known   value // its members, as far as they are known
	tag     string
	tags    []string // entity tags that it does not have any more
	deleted bool
	again   bool   // and created again, as another entity with the same path
	by      int    // the identity that has created it
	retry   string // the idempotency key of its request
	sent    []byte // its request
	answer  []byte // and the body of its response
	maybe   bool   // concurrent requests have left open what it is
	current bool   // the step changes it on the condition that it has its current version
}

// newWorld returns a world with a server, and with an address of the client and idempotency keys
// that no other has.
func (s *suite) newWorld(salt uint64) *world {
	s.worlds++
	w := &world{suite: s, number: s.worlds, salt: salt, server: s.app, parents: map[*resource]string{}, before: map[*resource]map[string]bool{}}
	w.run = strconv.Itoa(s.worlds)
	if s.fresh != nil {
		w.server = s.fresh()
	}
	return w
}

// address returns the address of an identity in a world. Limits by address count each of them apart: IPv6
// by its /64.
func (w *world) address(as int) string {
	n := w.nonce + uint64(w.number*(len(w.identities)+1)+as+1)
	return fmt.Sprintf("[2001:db8:%x:%x::1]:1234", n>>16&0xffff, n&0xffff)
}

// nextClient gives the requests that follow other addresses.
func (w *world) nextClient() {
	w.worlds++
	w.number = w.worlds
}

// do sends a request as an identity, and checks the response by itself.
func (w *world) do(o *operation, as int, target string, header http.Header, body []byte) (*exchange, *broken) {
	id := w.identities[as]
	x := &exchange{op: o, method: o.Method, target: target, header: header, body: body, by: id.name}
	x.send(w.process(), w.address(as), id.credentials)
	w.mu.Lock()
	w.trace = append(w.trace, x)
	w.requests++
	w.mu.Unlock()
	if b := x.tooMany(); b != nil {
		return x, b
	}
	return x, x.check()
}

// process returns the server of the next request.
func (w *world) process() http.Handler {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sent++; w.replica != nil && w.fresh == nil && w.sent%2 == 0 {
		return w.replica
	}
	return w.server
}

// tooMany reports a 429, which is right and leaves nothing to test.
func (x *exchange) tooMany() *broken {
	if x.status != http.StatusTooManyRequests {
		return nil
	}
	return breaks("limits are higher than tests need", "%s responds with 429: build the app with higher limits for its tests, and test its limits with Limits", x.op.name())
}

// send sends a body to an operation with what else a request needs.
func (w *world) send(o *operation, as int, target string, body []byte, header ...string) (*exchange, *broken) {
	h, query := w.required(o)
	if body != nil {
		content, mediaType, ok := o.encoded(body)
		if ok {
			body = content
		}
		h.Set("Content-Type", mediaType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	if len(query) > 0 {
		sign := "?"
		if strings.Contains(target, "?") {
			sign = "&"
		}
		target += sign + query.Encode()
	}
	return w.do(o, as, target, h, body)
}

// required returns the headers and parameters that every request of an operation needs.
func (w *world) required(o *operation) (http.Header, url.Values) {
	h, query := http.Header{}, url.Values{}
	for _, in := range o.inputs {
		if in.Prop.MayBeAbsent() || in.In == tree.InPath || o.IsCondition(in.Prop.Name) {
			continue
		}
		text, ok := text(in.Prop, 0)
		switch {
		case !ok:
		case in.In == tree.InQuery:
			query.Set(in.Prop.Name, text)
		case in.In == tree.InHeader:
			h.Set(in.Prop.Name, text)
		case in.In == tree.InCookie:
			h.Add("Cookie", in.Prop.Name+"="+text)
		}
	}
	return h, query
}

// base returns the path of a resource. It creates the entity that contains it, if there is one,
// once in a history.
func (w *world) base(r *resource) (string, bool) {
	path := r.path
	if r.parent != nil {
		at, ok := w.parents[r.parent]
		if !ok {
			e, _ := w.create(r.parent, 0, bodyFor(r.parent.create, w.salt+uint64(w.raised)), "")
			if e == nil {
				return "", false
			}
			at = e.path
			w.parents[r.parent] = at
			w.raised++
		}
		path = at + path[strings.Index(path[len(r.parent.path)+1:], "/")+len(r.parent.path)+1:]
	}
	for _, in := range r.create.inputs { // other parameters have one value each
		if name := "{" + in.Prop.Name + "}"; in.In == tree.InPath && strings.Contains(path, name) {
			value, ok := text(in.Prop, 0)
			if !ok {
				return "", false
			}
			path = strings.ReplaceAll(path, name, url.PathEscape(value))
		}
	}
	return path, true
}

// live returns the entities of a resource that are not deleted.
func (w *world) live(r *resource) (live []*entity) {
	for _, e := range w.entities {
		if e != nil && e.of == r && !e.deleted {
			live = append(live, e)
		}
	}
	return live
}

// end deletes what the history has created, the last entity first.
func (w *world) end() {
	if w.fresh != nil {
		return
	}
	defer func(n int) { w.trace = w.trace[:n] }(len(w.trace))
	for _, e := range slices.Backward(w.entities) {
		if e == nil || e.deleted || e.of.remove == nil {
			continue
		}
		var header []string
		if e.of.remove.RequirePrecondition {
			if w.view(e, e.by) != nil {
				continue
			}
			header = []string{"If-Match", e.tag}
		}
		_, _ = w.send(e.of.remove, e.by, e.path, nil, header...)
	}
}

// sees records a new state of an entity, and its entity tag.
func (e *entity) sees(state value, tag string) {
	e.known = state
	if tag != e.tag && e.tag != "" && !slices.Contains(e.tags, e.tag) {
		e.tags = append(e.tags, e.tag)
	}
	e.tag = tag
	e.tags = slices.DeleteFunc(e.tags, func(old string) bool { return old == tag })
}

// keysOf returns the keys of entities as a set of JSON texts.
func keysOf(items []value, key string) map[string]bool {
	set := map[string]bool{}
	for _, item := range items {
		if k, ok := item.get(key); ok {
			set[k.json()] = true
		}
	}
	return set
}
