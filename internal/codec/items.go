package codec

import "github.com/tenon-go/tenon/internal/place"

// Items is what there is to know of a Go type of slices.
type Items struct {
	Item *Type
	// Make puts a new slice of n items into a place, with room for more.
	Make func(a place.Addr, n, room int)
	// Grow gives the slice in a place room for more items.
	Grow func(a place.Addr, room int)
}

// ItemsOf describes []E.
func ItemsOf[E any](item *Type) *Items {
	return &Items{
		Item: item,
		Make: func(a place.Addr, n, room int) { *place.To[[]E](a) = make([]E, n, room) },
		Grow: func(a place.Addr, room int) {
			s := place.To[[]E](a)
			*s = append(make([]E, 0, room), *s...)
		},
	}
}

// at is the place of an item.
func (t *Items) at(a place.Addr, i int) place.Addr { return place.Item(a, i, t.Item.Size) }

// fork gives the slice at a items of its own.
func (t *Items) fork(a place.Addr) {
	old := place.Header(a)
	n := place.Len(old)
	t.Make(a, n, n)
	for i := range n {
		t.Item.Assign(t.at(a, i), t.at(old, i))
	}
}

// Append adds a copy of the value at v to the slice at a.
func (t *Items) Append(a, v place.Addr) {
	n := place.Len(a)
	t.Grow(a, n+1)
	place.Resize(a, n+1)
	t.Item.Assign(t.at(a, n), v)
}
