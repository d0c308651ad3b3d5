package pairs

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/render"
)

// A house is the store of an API, with a shelf for each subject, so that subjects do not affect
// each other.
type house struct {
	mu      sync.Mutex
	shelves map[string]*shelf
	secrets int // selects the hidden values
	draft   *draft
	items   *collection.Collection[Item]
}

// A shelf has the items of one subject.
type shelf struct {
	items map[int]Item
	made  int
}

// The initial items of every shelf.
const (
	fullItem   = 1 // has all members
	otherItem  = 2
	emptyItem  = 3 // has only required members
	hiddenItem = 4 // only for the role owner if the feature AuthorizeEntity is on
	doomedItem = 5 // will be deleted
	noItem     = 99
)

// ownerOf returns the subject of a context. Of several identities it is the user.
func ownerOf(ctx context.Context) string {
	who := authn.FromContext(ctx)
	if u, ok := who.ByScheme("user"); ok {
		who = u
	}
	if who.Anonymous() {
		return "guest"
	}
	return who.Subject()
}

func (h *house) shelf(owner string) *shelf {
	s := h.shelves[owner]
	if s == nil {
		s = &shelf{items: map[int]Item{}, made: 100}
		for id := 1; id <= 5; id++ {
			s.items[id] = h.item(owner, id)
		}
		if h.draft.on["Guard"] && h.secrets == 1 {
			delete(s.items, hiddenItem) // other callers must not notice
		}
		h.shelves[owner] = s
	}
	return s
}

// item returns an initial item.
func (h *house) item(owner string, id int) Item {
	i := Item{
		ID: id, Name: owner + "'s " + strconv.Itoa(id), Price: 100 + id, Cost: 40, Owner: owner,
		Revision: 1, Modified: time.Date(2026, 1, 2, 3, 4, 5+id, 0, time.UTC),
	}
	if h.draft.on["VisibleTo"] {
		i.Cost += 20 * h.secrets
	}
	for _, v := range h.draft.values {
		v.fillItem(&i, id)
	}
	if id != emptyItem {
		for _, n := range h.draft.nests {
			n.fillItem(&i, h.part(owner, 0))
		}
	} else {
		i.Object = h.part(owner, 0)
	}
	for _, fill := range h.draft.seeds {
		fill(&i)
	}
	return i
}

// part returns a part with parts, as deep as the collection.
func (h *house) part(owner string, depth int) Part {
	secret := 7 + 3*h.secrets + depth
	p := Part{Name: owner + "'s part", Count: 3, Size: 5, Secret: &secret}
	for _, v := range h.draft.values {
		v.fillPart(&p, 1)
	}
	if depth < partDepth {
		for _, n := range h.draft.nests {
			n.fillPart(&p, h.part(owner, depth+1))
		}
	}
	p.Object = Leaf{Name: owner + "'s leaf", Size: 2, Secret: &secret}
	return p
}

// partDepth is the nesting depth of parts.
const partDepth = 1

var errStore = errors.New("the store has failed")

func (h *house) hides(ctx context.Context, id int) bool {
	return h.draft.on["Guard"] && id == hiddenItem && !authn.FromContext(ctx).HasRole("owner")
}

// List implements [route.Lister].
func (h *house) List(ctx context.Context, q paginate.Query) (page paginate.Result[Item], err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, check := range h.draft.queries {
		if err := check(q); err != nil {
			return page, err
		}
	}
	s := h.shelf(ownerOf(ctx))
	var all []Item
	for _, id := range slices.Sorted(maps.Keys(s.items)) {
		if !h.hides(ctx, id) {
			all = append(all, s.items[id])
		}
	}
	return mempage.Select(q, h.items, all)
}

// Create implements [route.Creator].
func (h *house) Create(ctx context.Context, in Item) (Item, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.draft.stores(&in); err != nil {
		return in, err
	}
	owner := ownerOf(ctx)
	s := h.shelf(owner)
	s.made++
	in.ID, in.Owner, in.Revision, in.Modified = s.made, owner, 1, time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	h.assign(&in)
	s.items[in.ID] = in
	return in, nil
}

// View implements [route.Viewer].
func (h *house) View(ctx context.Context, id int) (Item, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.find(ctx, id)
}

func (h *house) find(ctx context.Context, id int) (Item, error) {
	if damaged := h.draft.damaged; damaged != nil && id == otherItem {
		return Item{}, damaged(h.items)
	}
	i, ok := h.shelf(ownerOf(ctx)).items[id]
	if !ok {
		return Item{}, render.NotFound
	}
	return i, nil
}

func (h *house) change(ctx context.Context, id int, apply func(*Item) error) (Item, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i, err := h.find(ctx, id)
	if err != nil {
		return Item{}, err
	}
	i = copyOf(i)
	if err := apply(&i); err != nil {
		return Item{}, err
	}
	if err := h.draft.stores(&i); err != nil {
		return Item{}, err
	}
	h.assignParts(&i)
	i.Revision++
	i.Modified = i.Modified.Add(time.Minute)
	i.Password = "" // stored in another table and never loaded
	h.shelf(ownerOf(ctx)).items[id] = i
	return i, nil
}

// Update implements [route.Updater].
func (h *house) Update(ctx context.Context, id int, p collection.Patch[Item]) (Item, error) {
	return h.change(ctx, id, p.Apply)
}

// Replace implements [route.Replacer].
func (h *house) Replace(ctx context.Context, id int, r collection.Replacement[Item]) (Item, error) {
	return h.change(ctx, id, r.Apply)
}

// Delete implements [route.ConditionalDeleter].
func (h *house) Delete(ctx context.Context, id int, unchanged func(*Item) error) (Item, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i, err := h.find(ctx, id)
	if err != nil {
		return Item{}, err
	}
	if err := unchanged(&i); err != nil {
		return Item{}, err
	}
	delete(h.shelf(ownerOf(ctx)).items, id)
	return i, nil
}

// plainHouse is a house whose Delete evaluates nothing, for collections without versions and
// policies.
type plainHouse struct{ *house }

// Delete implements [route.Deleter].
func (h plainHouse) Delete(ctx context.Context, id int) (Item, error) {
	return h.house.Delete(ctx, id, func(*Item) error { return nil })
}

// copyOf returns a deep copy, like a database.
func copyOf(i Item) Item {
	i.Nests = i.Nests.copied()
	i.Rest = maps.Clone(i.Rest)
	return i
}

func (n Nests) copied() Nests {
	pointer := func(p *Part) *Part {
		if p == nil {
			return nil
		}
		c := p.copied()
		return &c
	}
	shape := func(s *Shape) *Shape {
		if s == nil {
			return nil
		}
		return &Shape{s.Kind, s.Part.copied()}
	}
	list := func(all []Part) []Part {
		all = slices.Clone(all)
		for i := range all {
			all[i] = all[i].copied()
		}
		return all
	}
	n.Maybe, n.Spare, n.Next = pointer(n.Maybe), pointer(n.Spare), pointer(n.Next)
	n.Shape, n.Loose = shape(n.Shape), shape(n.Loose)
	n.List, n.Lists = list(n.List), slices.Clone(n.Lists)
	for i := range n.Lists {
		n.Lists[i] = list(n.Lists[i])
	}
	n.Map = maps.Clone(n.Map)
	for k, p := range n.Map {
		n.Map[k] = p.copied()
	}
	return n
}

func (p Part) copied() Part {
	p.Nests = p.Nests.copied()
	return p
}

// each calls f with every nested part.
func (n *Nests) each(f func(*Part)) {
	one := func(p *Part) {
		if p != nil {
			f(p)
			p.Nests.each(f)
		}
	}
	one(n.Maybe)
	one(n.Spare)
	one(n.Next)
	for _, s := range []*Shape{n.Shape, n.Loose} {
		if s != nil {
			one(&s.Part)
		}
	}
	for i := range n.List {
		one(&n.List[i])
	}
	for _, l := range n.Lists {
		for i := range l {
			one(&l[i])
		}
	}
	for k, p := range n.Map {
		one(&p)
		n.Map[k] = p
	}
}

// assign sets the read-only values.
func (h *house) assign(i *Item) {
	if h.draft.presence != readOnly {
		return
	}
	for _, v := range h.draft.values {
		v.fillItem(i, 0)
	}
	h.assignParts(i)
}

func (h *house) assignParts(i *Item) {
	if h.draft.presence != readOnly {
		return
	}
	for _, v := range h.draft.values {
		v.fillPart(&i.Object, 0)
		i.Object.Nests.each(func(p *Part) { v.fillPart(p, 0) })
		i.Nests.each(func(p *Part) { v.fillPart(p, 0) })
	}
}
