package place_test

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/tenon-go/tenon/internal/place"
)

type wheel struct{ Spokes int8 }

type cart struct {
	Name string
	wheel
	Wheels [2]wheel
	Load   *int
	Bags   []string
	Last   int32
}

func TestPlacesInAStruct(t *testing.T) {
	c, other := new(cart), &cart{Name: "b", wheel: wheel{1}, Wheels: [2]wheel{{2}, {3}}, Last: 4}
	start, whole := place.Of(c), unsafe.Sizeof(*c)
	offset := func(a place.Addr, size uintptr) place.Offset {
		t.Helper()
		o, ok := place.Within(start, whole, a, size)
		if !ok {
			t.Error("a field does not lie in its struct")
		}
		return o
	}
	at := place.Of(other)
	if s := *place.To[string](at.Plus(offset(place.Of(&c.Name), place.SizeOf[string]()))); s != "b" {
		t.Errorf("the name is %q", s)
	}
	if n := *place.To[int8](at.Plus(offset(place.Of(&c.Spokes), 1))); n != 1 {
		t.Errorf("the embedded field is %d", n)
	}
	if n := *place.To[int8](at.Plus(offset(place.Of(&c.Wheels[1].Spokes), 1))); n != 3 {
		t.Errorf("the field of an item is %d", n)
	}
	*place.To[int32](at.Plus(offset(place.Of(&c.Last), 4))) = 9
	if other.Last != 9 {
		t.Errorf("the last field is %d", other.Last)
	}
	for name, a := range map[string]place.Addr{"nil": {}, "another value": place.Of(&other.Name), "its end": start.Plus(place.Offset(whole) - 1)} {
		if _, ok := place.Within(start, whole, a, place.SizeOf[string]()); ok {
			t.Errorf("%s lies in the struct", name)
		}
	}
}

func TestPointersAndSlices(t *testing.T) {
	n, p := 5, new(int)
	a := place.Of(&p)
	place.Store(a, place.Of(&n))
	if p != &n || place.Load(a) != place.Of(&n) || place.Load(a).Nil() {
		t.Error("the pointer does not point to what was stored")
	}
	if place.Store(a, place.Addr{}); p != nil || !place.Load(a).Nil() {
		t.Error("the pointer is not nil")
	}
	s := make([]string, 1, 3)
	a = place.Of(&s)
	place.Resize(a, 3)
	*place.To[string](place.Item(a, 2, place.SizeOf[string]())) = "c"
	copied := place.Header(a)
	place.Resize(a, 0)
	if len(s) != 0 || place.Len(copied) != 3 || place.Cap(a) != 3 || *place.To[string](place.Item(copied, 2, place.SizeOf[string]())) != "c" {
		t.Errorf("the slice is %q", s)
	}
	for name, do := range map[string]func(){
		"an item behind the last":     func() { place.Item(a, 0, 16) },
		"an item before the first":    func() { place.Item(copied, -1, 16) },
		"more than there is room for": func() { place.Resize(a, 4) },
		"less than nothing":           func() { place.Resize(a, -1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			do()
		}()
	}
}

// kinds are the field types of fuzzed structs.
var kinds = []reflect.Type{
	reflect.TypeFor[int8](), reflect.TypeFor[bool](), reflect.TypeFor[int16](), reflect.TypeFor[float32](), reflect.TypeFor[int64](), reflect.TypeFor[string](),
	reflect.TypeFor[[]string](), reflect.TypeFor[map[string]int](), reflect.TypeFor[*int](), reflect.TypeFor[any](), reflect.TypeFor[[3]int16](),
	reflect.TypeFor[struct{}](), reflect.TypeFor[struct {
		A int8
		B string
	}](),
}

// The offset of every field of a random struct is that of the compiler.
func FuzzPlaces(f *testing.F) {
	f.Add([]byte{5, 4, 0, 12})
	f.Add([]byte{0, 11, 1, 11})
	f.Fuzz(func(t *testing.T, shape []byte) {
		if len(shape) > 20 {
			return
		}
		var fields []reflect.StructField
		for i, b := range shape {
			fields = append(fields, reflect.StructField{Name: "F" + string(rune('a'+i)), Type: kinds[int(b)%len(kinds)]})
		}
		typ := reflect.StructOf(fields)
		v, other := reflect.New(typ), reflect.New(typ)
		start := place.Of((*byte)(v.UnsafePointer()))
		for i := range fields {
			field := typ.Field(i)
			a := place.Of((*byte)(v.Elem().Field(i).Addr().UnsafePointer()))
			o, ok := place.Within(start, typ.Size(), a, field.Type.Size())
			if !ok || uintptr(o) != field.Offset {
				t.Fatalf("field %d of %v lies at %d, %t, want %d", i, typ, o, ok, field.Offset)
			}
			if _, ok := place.Within(start, typ.Size(), a, typ.Size()-field.Offset+1); ok {
				t.Fatalf("field %d of %v ends behind it", i, typ)
			}
			if _, ok := place.Within(place.Of((*byte)(other.UnsafePointer())), typ.Size(), a, field.Type.Size()); ok && field.Type.Size() > 0 {
				t.Fatalf("field %d of %v lies in another", i, typ)
			}
			there := place.Of((*byte)(other.UnsafePointer())).Plus(o)
			if there != place.Of((*byte)(other.Elem().Field(i).Addr().UnsafePointer())) {
				t.Fatalf("field %d of %v is not found in another", i, typ)
			}
			if field.Type.Kind() == reflect.String {
				*place.To[string](there) = "x"
				if other.Elem().Field(i).String() != "x" {
					t.Fatalf("field %d of %v is not written", i, typ)
				}
			}
		}
	})
}
