package apitest

import (
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/tree"
)

// mockStore is where a mock keeps the entities of a resource.
type mockStore struct {
	*resource
	mock            *mock
	parent          *mockStore
	member          *tree.Prop // the member with the key; nil: no response shows it
	representations []representation
	sets            map[string]*entitySet // by the parameters of the path before the item
}

// representation is a body that shows an entity.
type representation struct {
	of   *tree.Collection
	mode tree.Mode
	try  probe.Try // nil: it cannot be tried
	many bool      // the body is an array
}

// entitySet has the entities of a resource that are below one path.
type entitySet struct {
	entities []*mockEntity
	known    map[string]bool // keys, also those of deleted entities
	most     int             // of the keys that are numbers
	rng      *rand.Rand
}

func (s *mockStore) newSet(path string) *entitySet {
	return &entitySet{known: map[string]bool{}, rng: rand.New(rand.NewPCG(s.mock.seed, digest(s.path+"\x00"+path)))}
}

// mockEntity is an entity. Its state has the members of all modes.
type mockEntity struct {
	key   string
	state value
}

// storesOf returns the stores of all resources, and of lists that nothing is added to.
func (m *mock) storesOf(all []*operation) (stores []*mockStore) {
	found := resourcesOf(all)
	for _, o := range all {
		if o.Method == "GET" && o.items() != nil && !slices.ContainsFunc(found, func(r *resource) bool { return r.path == o.Path }) {
			found = append(found, listed(all, o))
		}
	}
	for _, r := range found {
		s := &mockStore{resource: r, mock: m, sets: map[string]*entitySet{}}
		for _, o := range []*operation{r.view, r.create, r.patch, r.put, r.list} {
			s.represents(o)
		}
		stores = append(stores, s)
	}
	for _, s := range stores {
		for _, other := range stores {
			if s.resource.parent == other.resource {
				s.parent = other
			}
		}
	}
	return stores
}

// listed returns the resource of a list without a POST.
func listed(all []*operation, list *operation) *resource {
	r := &resource{path: list.Path, list: list}
	for _, o := range all {
		param, ok := strings.CutPrefix(o.Path, strings.TrimSuffix(r.path, "/")+"/{")
		if param = strings.TrimSuffix(param, "}"); !ok || strings.ContainsAny(param, "/{}.") {
			continue
		}
		switch {
		case o.Method == "GET" && o.entity() != nil:
			r.view = o
		case o.Method == "PATCH" && o.sent() != nil && o.Body.Mode == tree.Update:
			r.patch = o
		case o.Method == "PUT" && o.sent() != nil:
			r.put = o
		case o.Method == "DELETE":
			r.remove = o
		default:
			continue
		}
		for i, in := range o.inputs {
			if in.In == tree.InPath && in.Prop.Name == param {
				r.param = &o.inputs[i]
			}
		}
	}
	return r
}

// represents adds the body with which an operation shows an entity.
func (s *mockStore) represents(o *operation) {
	if o == nil {
		return
	}
	c := o.entity()
	if o == s.list {
		c = o.items()
	}
	if c == nil {
		return
	}
	b, mode := o.Success.Body, o.Success.Body.Mode
	if o == s.list && mode == tree.Create { // an array without a mode
		mode = tree.List
	}
	s.representations = append(s.representations, representation{c, mode, o.responses[b], o == s.list})
	if s.member != nil {
		return
	}
	name := ""
	if s.param != nil {
		name = keyOf(c, s.param.Prop)
	} else if i := slices.IndexFunc(c.Members, func(m *tree.Member) bool { return m.Key }); i >= 0 {
		name = c.Members[i].Prop.Name
	}
	if m := c.Named(name); name != "" && m != nil {
		s.member = m
	}
}

// item returns the path template of an entity.
func (s *mockStore) item() string {
	return strings.TrimSuffix(s.path, "/") + "/{" + s.param.Prop.Name + "}"
}

// parameters returns the values in the path of a request, in the order of its template.
func parameters(c *endpoint.Call) (all []string) {
	n := c.Operation()
	for segment := range strings.SplitSeq(n.Path, "/") {
		for rest := segment; ; {
			_, after, ok := strings.Cut(rest, "{")
			if !ok {
				break
			}
			name, tail, _ := strings.Cut(after, "}")
			name, rest = strings.TrimSuffix(name, "..."), tail
			i := slices.IndexFunc(n.Inputs, func(in tree.Input) bool { return in.In == tree.InPath && in.Prop.Name == name })
			text := ""
			if i >= 0 {
				text, _ = c.InputText(i)
			}
			all = append(all, text)
		}
	}
	return all
}

// set returns the entities below a path; nil if the entity that contains them does not exist.
func (s *mockStore) set(path []string) *entitySet {
	if s.parent != nil {
		n := strings.Count(s.parent.path, "{")
		above := s.parent.set(path[:n])
		if above == nil || above.find(path[n]) < 0 {
			return nil
		}
	}
	name := strings.Join(path, "\x00")
	set := s.sets[name]
	if set == nil {
		set = s.newSet(name)
		s.sets[name] = set
		s.addInitial(set, path)
	}
	return set
}

// forget removes what is below an entity that is deleted.
func (s *mockStore) forget(path []string) {
	name := strings.Join(path, "\x00")
	for _, below := range s.mock.stores {
		if below.isBelow(s) {
			maps.DeleteFunc(below.sets, func(other string, _ *entitySet) bool { return other == name || strings.HasPrefix(other, name+"\x00") })
		}
	}
}

func (s *mockStore) isBelow(above *mockStore) bool {
	return s.parent == above || s.parent != nil && s.parent.isBelow(above)
}

// find returns the index of an entity, or -1.
func (set *entitySet) find(key string) int {
	return slices.IndexFunc(set.entities, func(e *mockEntity) bool { return e.key == key })
}

// add adds an entity, or replaces the one with the same key.
func (set *entitySet) add(e *mockEntity) {
	set.knows(e.key)
	if i := set.find(e.key); i >= 0 {
		set.entities[i] = e
		return
	}
	set.entities = append(set.entities, e)
}

// knows records a key, which no other entity gets.
func (set *entitySet) knows(key string) {
	set.known[key] = true
	if n, err := strconv.Atoi(key); err == nil {
		set.most = max(set.most, n)
	}
}

// location returns the path of an entity below that of its collection.
func location(base, key string) string {
	return strings.TrimSuffix(base, "/") + "/" + url.PathEscape(key)
}

// digest returns the FNV-1a hash of a text.
func digest(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
