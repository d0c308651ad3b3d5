package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/place"
)

// Entries describes a Go map type.
type Entries struct {
	Value *Type
	Maps  *Type // the type of the maps
	Make  func(a place.Addr, room int)
	// Nil reports whether there is no map.
	Nil   func(a place.Addr) bool
	Len   func(a place.Addr) int
	Names func(a place.Addr) []string // in no order
	// Load copies the value of an entry to a place, the zero value if there is none, and
	// reports whether there is one.
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

// each calls do for the entries in the order of their names, with a copy of the value at an
// address that all entries share.
func (t *Entries) each(a place.Addr, do func(name string, v place.Addr)) {
	v := t.Value.New()
	for _, name := range t.sorted(a) {
		t.Load(a, name, v)
		do(name, v)
	}
}

// fork copies the map at a and calls own for each value. A nil map becomes an empty map.
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

// merge replaces the map at dst, which copies may share, with a new one without the entries in
// gone. It calls join for each other entry of the two maps: v has the value of dst and gets the
// result, from has that of src.
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

// either returns the names in one of two maps, in order.
func (t *Entries) either(a, b place.Addr) []string {
	names := append(t.Names(a), t.Names(b)...)
	slices.Sort(names)
	return slices.Compact(names)
}

// matched replaces the map at dst with a new one of the entries at src. It calls join for each
// name that both have: join reports whether v, the value of dst, holds the result. Otherwise the
// value of src is the result.
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
