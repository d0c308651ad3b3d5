package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/place"
)

// Entries is what there is to know of a Go type of maps by name.
type Entries struct {
	Value *Type
	Maps  *Type // the type of the maps
	Make  func(a place.Addr, room int)
	// Nil reports whether there is no map.
	Nil   func(a place.Addr) bool
	Len   func(a place.Addr) int
	Names func(a place.Addr) []string // in no order
	// Load puts the value of an entry into a place, the zero value where there is
	// none, and reports whether there is one.
	Load   func(a place.Addr, name string, v place.Addr) bool
	Store  func(a place.Addr, name string, v place.Addr)
	Delete func(a place.Addr, name string)
}

// EntriesOf describes map[string]E.
func EntriesOf[E any](maps, value *Type) *Entries {
	return &Entries{
		Value: value,
		Maps:  maps,
		Make:  func(a place.Addr, room int) { *place.To[map[string]E](a) = make(map[string]E, room) },
		Nil:   func(a place.Addr) bool { return *place.To[map[string]E](a) == nil },
		Len:   func(a place.Addr) int { return len(*place.To[map[string]E](a)) },
		Names: func(a place.Addr) []string {
			names := make([]string, 0, len(*place.To[map[string]E](a)))
			for name := range *place.To[map[string]E](a) {
				names = append(names, name)
			}
			return names
		},
		Load: func(a place.Addr, name string, v place.Addr) bool {
			e, ok := (*place.To[map[string]E](a))[name]
			*place.To[E](v) = e
			return ok
		},
		Store: func(a place.Addr, name string, v place.Addr) {
			(*place.To[map[string]E](a))[name] = *place.To[E](v)
		},
		Delete: func(a place.Addr, name string) { delete(*place.To[map[string]E](a), name) },
	}
}

func (t *Entries) sorted(a place.Addr) []string {
	names := t.Names(a)
	slices.Sort(names)
	return names
}

// each goes over the entries in the order of their names, each with a copy of its
// value, which lies in the same place for all of them.
func (t *Entries) each(a place.Addr, do func(name string, v place.Addr)) {
	v := t.Value.New()
	for _, name := range t.sorted(a) {
		t.Load(a, name, v)
		do(name, v)
	}
}

// fork gives the map at a entries of its own, each of which own has seen. No map
// becomes an empty one.
func (t *Entries) fork(a place.Addr, own func(v place.Addr)) {
	old := t.Maps.Copy(a)
	t.Make(a, t.Len(old))
	v := t.Value.New()
	for _, name := range t.Names(old) {
		t.Load(old, name, v)
		own(v)
		t.Store(a, name, v)
	}
}

// merge makes the map at dst a new one, since the old one may be shared, without the
// entries that are gone. join is given every other entry that one of the two maps has:
// v is what was there, where the outcome is to be, and from what was sent.
func (t *Entries) merge(dst, src place.Addr, gone []string, join func(name string, v, from place.Addr, was, sent bool)) {
	t.fork(dst, func(place.Addr) {})
	for _, name := range gone {
		t.Delete(dst, name)
	}
	v, from := t.Value.New(), t.Value.New()
	for _, name := range t.either(dst, src) {
		was, sent := t.Load(dst, name, v), t.Load(src, name, from)
		join(name, v, from, was, sent)
		t.Store(dst, name, v)
	}
}

// either are the names that one of two maps has, in order.
func (t *Entries) either(a, b place.Addr) []string {
	names := append(t.Names(a), t.Names(b)...)
	slices.Sort(names)
	return slices.Compact(names)
}

// matched makes the map at dst a new one with the entries at src, each joined to the one
// of its name that was there. join reports whether what was there, v, now holds the
// outcome; it is what was sent otherwise.
func (t *Entries) matched(dst, src place.Addr, join func(name string, v, from place.Addr) bool) {
	old := t.Maps.Copy(dst)
	t.Make(dst, t.Len(src))
	v, from := t.Value.New(), t.Value.New()
	for _, name := range t.sorted(src) {
		t.Load(src, name, from)
		if t.Load(old, name, v) && join(name, v, from) {
			t.Store(dst, name, v)
		} else {
			t.Store(dst, name, from)
		}
	}
}
