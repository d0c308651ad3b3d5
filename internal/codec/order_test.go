package codec_test

import (
	"bytes"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

type cents int64

func orderOf(p prop.Prop) codec.Order { return property.OrderOf(p) }

func instantOf(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		panic(err)
	}
	return t
}

// row is a property with values from the least to the greatest, none equal, and
// how long their texts are at most.
type orderRow struct {
	prop   prop.Prop
	values []any
	width  int
}

func orderRows() []orderRow {
	days := []any{instantOf("2025-12-31T23:00:00+02:00"), instantOf("2026-01-01T00:00:00Z"), instantOf("2026-02-01T05:00:00-08:00")}
	return []orderRow{
		{prop.IntOf[int8]("p"), []any{int8(-128), int8(-1), int8(0), int8(127)}, 20},
		{prop.IntOf[cents]("p"), []any{cents(math.MinInt64), cents(-10), cents(-9), cents(9), cents(10), cents(math.MaxInt64)}, 20},
		{prop.Uint64("p"), []any{uint64(0), uint64(9), uint64(10), uint64(math.MaxUint64)}, 20},
		{prop.Int64("p").Quoted(), []any{int64(-10), int64(-9), int64(9), int64(10)}, 20},
		{prop.Float64("p"), []any{-math.MaxFloat64, -1e21, -0.0000012345678901234567, 0.0, math.SmallestNonzeroFloat64, 0.1, 0.3, math.Nextafter(0.3, 1), 9.0, 10.0, 999999999999999999999.0}, 25},
		{prop.String("p").MaxLen(3), []any{"", "A", "Z", "a", "ab", "z", "é", "\uffff", "\U0001F600"}, 12},
		{prop.String("p"), []any{"a", "b"}, codec.Unbounded},
		{prop.StringOf[colour]("p").MaxLen(3).MinLen(1), []any{colour("a"), colour("b")}, 12},
		{prop.UUID("p"), []any{"123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001"}, 36},
		{prop.UUID("p").MaxLen(50), []any{"a", "b"}, 36},
		{prop.Email("p"), []any{"a@b.c", "b@b.c"}, 254},
		{prop.Hostname("p"), []any{"a", "b"}, 253},
		{prop.URI("p").MaxLen(9), []any{"a:", "b:"}, 9}, // ASCII
		{prop.Time("p"), []any{"09:00:00Z", "10:00:00Z"}, codec.Unbounded},
		{prop.Enum[colour]("p", "red", "green"), []any{colour("green"), colour("red")}, 5},
		{prop.Bool("p"), []any{false, true}, 5},
		{prop.Bytes("p").MaxBytes(3), []any{[]byte{}, []byte{0}, []byte{0, 1}, []byte{0xff}}, 4},
		{prop.Bytes("p"), []any{[]byte("a"), []byte("b")}, codec.Unbounded},
		{prop.Decimal("p").Scale(2).Min("-1000").Max("99999.5"), []any{"-10", "-9.99", "0", "0.1", "9", "10.00", "10.01"}, 9},
		{prop.Decimal("p").Scale(2).Min("0"), []any{"1", "2"}, codec.Unbounded},
		{prop.Decimal("p").Min("0").Max("1"), []any{"0.1", "0.12"}, codec.Unbounded},
		{prop.Decimal("p").Scale(0).Min("0").Max("1e30"), []any{"1", "2"}, codec.Unbounded},
		{prop.Decimal("p"), []any{"NaN", "none", "-5", "1"}, codec.Unbounded}, // what is no number comes first
		{prop.DateTime("p"), []any{instantOf("0001-01-01T00:00:00Z"), instantOf("2026-01-01T01:00:00+01:00"), instantOf("2026-01-01T00:00:00.000000001Z"), instantOf("2025-12-31T23:00:01-01:00"), instantOf("9999-12-31T23:59:59.999999999Z")}, 30},
		{prop.Date("p"), days, 10},
		{prop.Duration("p"), []any{-time.Second, time.Duration(0), time.Nanosecond, 9 * time.Second, 10 * time.Second, time.Duration(math.MaxInt64)}, 20},
		{prop.IP("p"), []any{netip.MustParseAddr("9.0.0.1"), netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("::1"), netip.MustParseAddr("2001:db8::")}, 45},
		{prop.IPPrefix("p"), []any{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/9"), netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("::/0")}, 49},
		{prop.UUIDOf[[16]byte]("p"), []any{[16]byte{}, [16]byte{15: 1}, [16]byte{0: 1}, [16]byte{0: 0xff}}, 36},
		{prop.TextOf("p", strconv.Atoi, strconv.Itoa).Ordered(func(a, b int) int { return a - b }, 11), []any{-10, 9, 10}, 11},
	}
}

type colour string

func TestOrderIsThatOfTheGoValues(t *testing.T) {
	for i, row := range orderRows() {
		o := orderOf(row.prop)
		if !o.Sorts() || !o.Carries() || o.Width() != row.width {
			t.Errorf("row %d: sorts %t, carries %t, width %d, want %d", i, o.Sorts(), o.Carries(), o.Width(), row.width)
			continue
		}
		for a, v := range row.values {
			if o.Compare(nil, v) >= 0 || o.Compare(v, nil) <= 0 || o.IsNull(v) {
				t.Errorf("row %d: null does not sort before %v", i, v)
			}
			for b, w := range row.values {
				if got := o.Compare(v, w); got < 0 != (a < b) || got > 0 != (a > b) {
					t.Errorf("row %d: %v and %v compare as %d", i, v, w, got)
				}
			}
		}
	}
}

// The text of a value is read again as one that is equal, and is not longer than
// it says.
func TestOrderCarriesValuesWithoutLoss(t *testing.T) {
	for i, row := range orderRows() {
		o := orderOf(row.prop)
		for _, v := range row.values {
			text, ok := o.Append([]byte("x"), v)
			if !ok || text[0] != 'x' {
				t.Errorf("row %d: %v has no text", i, v)
				continue
			}
			text = text[1:]
			if o.Width() >= 0 && len(text) > o.Width() && i != 9 { // row 9 has no UUIDs
				t.Errorf("row %d: %q has %d bytes, more than %d", i, text, len(text), o.Width())
			}
			w, ok := o.Parse(string(text))
			if !ok || o.Compare(v, w) != 0 || fmt.Sprintf("%T", v) != fmt.Sprintf("%T", w) {
				t.Errorf("row %d: %v is read again as %v, %t", i, v, w, ok)
			}
			if again, _ := o.Append(nil, w); !bytes.Equal(again, text) {
				t.Errorf("row %d: %q is written again as %q", i, text, again)
			}
		}
	}
}

func TestOrderRefusesWhatItDoesNotWrite(t *testing.T) {
	for _, test := range []struct {
		prop prop.Prop
		text string
	}{
		{prop.IntOf[int8]("p"), "128"}, {prop.IntOf[int8]("p"), "1.0"}, {prop.IntOf[int8]("p"), "01"}, {prop.IntOf[int8]("p"), ""}, {prop.IntOf[int8]("p"), "+1"},
		{prop.Float64("p"), "NaN"}, {prop.Float64("p"), "0x1"}, {prop.Float64("p"), "1e999"},
		{prop.Bool("p"), "1"}, {prop.DateTime("p"), "2026-01-01"}, {prop.DateTime("p"), "2026-02-30T00:00:00Z"}, {prop.Date("p"), "x"},
		{prop.Duration("p"), "1s"}, {prop.IP("p"), "1"}, {prop.IPPrefix("p"), "::"}, {prop.Bytes("p"), "?"},
	} {
		if v, ok := orderOf(test.prop).Parse(test.text); ok || v != nil {
			t.Errorf("%q is read as %v", test.text, v)
		}
	}
	for _, test := range []struct {
		prop  prop.Prop
		value any
	}{
		{prop.Float64("p"), math.NaN()}, {prop.Float64("p"), math.Inf(1)},
		{prop.DateTime("p"), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}, {prop.Date("p"), time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)},
		{prop.IP("p"), netip.Addr{}}, {prop.IP("p"), netip.MustParseAddr("fe80::1%eth0")}, {prop.IPPrefix("p"), netip.Prefix{}},
	} {
		if text, ok := orderOf(test.prop).Append(nil, test.value); ok {
			t.Errorf("%v is written as %q", test.value, text)
		}
	}
}

// Equal values may have several texts.
func TestOrderKnowsEqualValues(t *testing.T) {
	for _, test := range []struct {
		prop prop.Prop
		a, b any
	}{
		{prop.Decimal("p"), "1.0", "1.00"}, {prop.Decimal("p"), "-0", "0"},
		{prop.Float64("p"), 0.0, math.Copysign(0, -1)},
		{prop.DateTime("p"), instantOf("2026-01-01T00:00:00Z"), instantOf("2026-01-01T02:00:00+02:00")},
		{prop.Date("p"), instantOf("2026-01-01T00:00:00Z"), instantOf("2026-01-01T23:59:59+02:00")}, // the day that is shown
	} {
		if got := orderOf(test.prop).Compare(test.a, test.b); got != 0 {
			t.Errorf("%v and %v compare as %d", test.a, test.b, got)
		}
	}
}

// A cell may hold a value, a pointer to it or a pointer that may be nil.
func TestOrderLooksIntoCells(t *testing.T) {
	seven, null := 7, (*int)(nil)
	at := &seven
	for _, p := range []prop.Prop{prop.Int("p"), prop.Nullable(prop.Int("p")), prop.Nullable(prop.Int("p")).Optional()} {
		o := orderOf(p)
		for _, cell := range []any{seven, at, &at} {
			if v, isNull := o.Value(cell); v != 7 || isNull || o.IsNull(cell) || o.Compare(cell, 7) != 0 || o.Compare(cell, 8) >= 0 {
				t.Errorf("a %T holds %v, %t", cell, v, isNull)
			}
		}
		for _, cell := range []any{nil, null, &null, (**int)(nil)} {
			if v, isNull := o.Value(cell); v != nil || !isNull || !o.IsNull(cell) || o.Compare(cell, nil) != 0 {
				t.Errorf("a %T holds %v, %t", cell, v, isNull)
			}
			if text, ok := o.Append(nil, cell); ok || text != nil {
				t.Errorf("null is written as %q", text)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a cell of another type is looked into")
		}
	}()
	orderOf(prop.Int("p")).IsNull("text")
}

func TestWhatHasNoOrder(t *testing.T) {
	points := collection.New("Point", prop.Int("x"))
	own := prop.TextOf("p", strconv.Atoi, strconv.Itoa)
	for i, test := range []struct {
		prop    prop.Prop
		carries bool
		width   int
	}{
		{prop.Any("p"), false, codec.Unbounded},
		{prop.File("p"), false, codec.Unbounded},
		{prop.Array(prop.Int("p")), false, codec.Unbounded},
		{prop.Map(prop.Int("p")), false, codec.Unbounded},
		{prop.Object(points), false, codec.Unbounded},
		{prop.Lazy("p", func() *collection.Collection[collection.Record] { panic("the thunk is called") }), false, codec.Unbounded},
		{prop.Union(kinded), false, codec.Unbounded},
		{prop.Nullable(prop.Array(prop.Int("p"))), false, codec.Unbounded},
		{new(prop.BoolProp), false, codec.Unbounded},
		{own, true, codec.Unbounded},
		{own.Format("uuid"), true, 36},
		{prop.Nullable(own), true, codec.Unbounded},
	} {
		o := orderOf(test.prop)
		if o.Sorts() || o.Carries() != test.carries || o.Width() != test.width {
			t.Errorf("row %d: sorts %t, carries %t, width %d", i, o.Sorts(), o.Carries(), o.Width())
		}
	}
	// Values with a text form are still distinguished.
	if o := orderOf(own); o.Compare(1, 1) != 0 || o.Compare(10, 9) >= 0 || o.Compare(9, 10) <= 0 {
		t.Error("values without an order do not compare by their texts")
	}
	list := orderOf(prop.Array(prop.Int("p")))
	if text, ok := list.Append(nil, []int{1}); ok || text != nil || list.IsNull([]int{1}) || !list.IsNull((*[]int)(nil)) || list.Compare([]int{1}, []int{2}) != 0 {
		t.Error("a list has a text")
	}
	if _, ok := list.Parse("1"); ok {
		t.Error("a list is read")
	}
}

func TestComparingAllocatesNothing(t *testing.T) {
	for i, row := range orderRows() {
		o := orderOf(row.prop)
		a, b := row.values[0], row.values[1]
		sum := 0
		if got := allocs.Least(func() { sum += o.Compare(a, b); sum += o.Compare(b, a) }); got > 0 || sum != 0 {
			t.Errorf("row %d: comparing allocates %d times", i, got)
		}
	}
}

// A pointer that is never null reads and writes as what it points to.
func TestANullablePropertyHasAParameterWithoutNull(t *testing.T) {
	f := property.FormOf(prop.Nullable(prop.Int("p").Min(1)))
	if f.Null == nil {
		t.Fatal("the form does not know that it may be null")
	}
	c := f.Null.Make(codec.NewCompiler(tree.Create), f.Node)
	text := codec.TextOf(c)
	if text == nil {
		t.Fatal("it has no text")
	}
	var r codec.Report
	var v *int
	if text.ParseText(&r, "7", place.Of(&v)); r.Since(0) || v == nil || *v != 7 || string(text.AppendText(nil, place.Of(&v))) != "7" {
		t.Errorf("7 is read as %v", v)
	}
	if text.ParseText(&r, "0", place.Of(&v)); !r.Since(0) {
		t.Error("a rule is not checked")
	}
	list := property.FormOf(prop.Nullable(prop.Array(prop.Int("p"))))
	if codec.TextOf(list.Null.Make(codec.NewCompiler(tree.Create), list.Node)) != nil {
		t.Error("a list has a text")
	}
}

func FuzzOrderOfTextsIsThatOfCodePoints(f *testing.F) {
	for _, s := range []string{"", "a", "é", "\uffff", "\U0001F600", "a\x00"} {
		f.Add(s, s+"a")
		f.Add(s, "z")
	}
	o := orderOf(prop.String("p"))
	f.Fuzz(func(t *testing.T, a, b string) {
		if a != strings.ToValidUTF8(a, "") || b != strings.ToValidUTF8(b, "") {
			return
		}
		if got, want := o.Compare(&a, &b), slices.Compare([]rune(a), []rune(b)); got != want {
			t.Errorf("%q and %q compare as %d, want %d", a, b, got, want)
		}
	})
}
