package kinds_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
)

// everyKind has a member of every kind.
type everyKind struct {
	Text   string
	Note   *string
	N      int64
	F      float64
	B      bool
	Status string
	At     time.Time
	Raw    []byte
	Sum    string
	Any    prop.JSON
	Some   *prop.JSON
	List   []int
	Items  []leaf
	Leaf   leaf
	Maybe  *leaf
	Null   *leaf
	Counts map[string]int
	Leaves map[string]leaf
	Anys   map[string]prop.JSON
	Deep   map[string]map[string]int
	By     means
	Shape  outline
	Next   *everyKind
	Rest   map[string]prop.JSON
}

type leaf struct {
	A string
	B *int
	C prop.JSON
}

var leaves = collection.Of("MergeLeaf", func(l *leaf) collection.Fields {
	return collection.Fields{prop.String("a").At(&l.A), prop.Int("b").Optional().AtOptional(&l.B), prop.Any("c").At(&l.C)}
})

func everyKinds() *collection.Collection[everyKind] {
	return collection.Of("MergeKind", func(e *everyKind) collection.Fields {
		return collection.Fields{
			prop.String("text").At(&e.Text),
			prop.String("note").Optional().AtOptional(&e.Note),
			prop.Int64("n").At(&e.N),
			prop.Float64("f").At(&e.F),
			prop.Bool("b").At(&e.B),
			prop.Enum("status", "draft", "live").At(&e.Status),
			prop.DateTime("at").At(&e.At),
			prop.Bytes("raw").At(&e.Raw),
			prop.Decimal("sum").At(&e.Sum),
			prop.Any("any").At(&e.Any),
			prop.Any("some").Optional().AtOptional(&e.Some),
			prop.Array(prop.Int("list")).At(&e.List),
			leaves.Array("items").At(&e.Items),
			leaves.Object().As("leaf").At(&e.Leaf),
			leaves.Object().As("maybe").Optional().AtOptional(&e.Maybe),
			prop.Nullable(leaves.Object().As("null")).At(&e.Null),
			prop.Map(prop.Int("counts")).At(&e.Counts),
			prop.Map(leaves.Object().As("leaves")).At(&e.Leaves),
			prop.Map(prop.Any("anys")).At(&e.Anys),
			prop.Map(prop.Map(prop.Int("deep"))).At(&e.Deep),
			payments.Property().As("by").At(&e.By),
			outlines.Property().As("shape").At(&e.Shape),
			prop.Lazy("next", everyKinds).Optional().AtOptional(&e.Next),
			collection.Additional(prop.Any("rest"), &e.Rest),
		}
	})
}

// A kind makes values, and patches of them. merge is what RFC 7396 says of the value, or what the
// documentation says of one whose type is declared.
type kind struct {
	value, patch func(r *rand.Rand, depth int) any
	merge        func(old, patch any) any
}

func pickOf(values ...any) kind {
	f := func(r *rand.Rand, _ int) any { return values[r.IntN(len(values))] }
	return kind{f, f, mergePatch}
}

func number(text string) any { return json.Number(text) }

func anyJSONOf(r *rand.Rand, depth int) any {
	if depth > 3 || r.IntN(3) == 0 {
		return pickOf("x", true, nil, number("1.00"), []any{map[string]any{"a": nil}}, map[string]any{}).value(r, depth)
	}
	object := map[string]any{}
	for range r.IntN(4) {
		object[[]string{"a", "b", "c", "d"}[r.IntN(4)]] = anyJSONOf(r, depth+1)
	}
	return object
}

var anyKind = kind{anyJSONOf, anyJSONOf, mergePatch}

type part struct {
	name     string
	optional bool
	nullable bool // null is a value
	kind     kind
}

// objectOf is an object with declared members: null removes what is optional, and is the value of
// what may be null.
func objectOf(parts ...part) kind {
	var k kind
	k.value = func(r *rand.Rand, depth int) any {
		object := map[string]any{}
		for _, p := range parts {
			switch {
			case p.optional && (depth > 2 || r.IntN(2) == 0):
			case p.nullable && r.IntN(2) == 0:
				object[p.name] = nil
			default:
				object[p.name] = p.kind.value(r, depth+1)
			}
		}
		return object
	}
	k.patch = func(r *rand.Rand, depth int) any {
		object := map[string]any{}
		for _, p := range parts {
			switch n := r.IntN(12); {
			case n < 1 && (p.optional || p.nullable):
				object[p.name] = nil
			case n < 3 && depth < 3:
				object[p.name] = p.kind.patch(r, depth+1)
			case n == 3 && depth < 3:
				object[p.name] = p.kind.value(r, depth+1)
			}
		}
		return object
	}
	k.merge = func(old, patch any) any {
		changes, ok := patch.(map[string]any)
		if !ok {
			return patch
		}
		merged, _ := mergePatch(old, map[string]any{}).(map[string]any)
		for name, change := range changes {
			i := 0
			for i < len(parts) && parts[i].name != name {
				i++
			}
			switch {
			case i == len(parts):
				merged = mergePatch(merged, map[string]any{name: change}).(map[string]any)
			case change == nil && parts[i].optional:
				delete(merged, name)
			case change == nil:
				merged[name] = nil
			default:
				merged[name] = parts[i].kind.merge(merged[name], change)
			}
		}
		return merged
	}
	return k
}

func mapOf(values kind) kind {
	make := func(r *rand.Rand, depth int, one func(*rand.Rand, int) any, null bool) any {
		object := map[string]any{}
		for range r.IntN(4) {
			name := []string{"k", "l", "m/~"}[r.IntN(3)]
			if object[name] = one(r, depth+1); null && r.IntN(3) == 0 {
				object[name] = nil
			}
		}
		return object
	}
	return kind{
		func(r *rand.Rand, depth int) any { return make(r, depth, values.value, false) },
		func(r *rand.Rand, depth int) any { return make(r, depth, values.patch, true) },
		func(old, patch any) any {
			changes, ok := patch.(map[string]any)
			if !ok {
				return patch
			}
			merged := mergePatch(old, map[string]any{}).(map[string]any)
			for name, change := range changes {
				if change == nil {
					delete(merged, name)
				} else {
					merged[name] = values.merge(merged[name], change)
				}
			}
			return merged
		},
	}
}

// unionOf is a union of objects, which their members tell apart in values and in patches; -1: any.
func unionOf(caseOf func(map[string]any) int, cases ...kind) kind {
	return kind{
		func(r *rand.Rand, depth int) any { return cases[r.IntN(len(cases))].value(r, depth) },
		func(r *rand.Rand, depth int) any { return cases[r.IntN(len(cases))].patch(r, depth) },
		func(old, patch any) any {
			changes, ok := patch.(map[string]any)
			if !ok {
				return patch
			}
			was, to := -1, caseOf(changes)
			if old, ok := old.(map[string]any); ok {
				was = caseOf(old)
			}
			if to >= 0 && to != was {
				return cases[to].merge(nil, patch)
			}
			if was < 0 {
				return mergePatch(nil, patch)
			}
			return cases[was].merge(old, patch)
		},
	}
}

func kindsOfEveryKind() kind {
	text := pickOf("x", "Ü", "")
	leaf := objectOf(part{"a", false, false, text}, part{"b", true, false, pickOf(number("1"), number("2"))}, part{"c", false, true, anyKind})
	card := objectOf(part{"kind", false, false, pickOf("card")}, part{"number", false, false, pickOf("12", "345")}, part{"holder", true, false, text},
		part{"tries", false, false, pickOf(number("1"), number("9"))}, part{"meta", false, true, anyKind})
	transfer := objectOf(part{"kind", false, false, pickOf("transfer")}, part{"iban", false, false, pickOf("DE", "FR")}, part{"days", false, false, pickOf(number("1"))})
	tag := func(o map[string]any) int {
		for i, names := range [][]string{{"number", "holder", "tries", "meta"}, {"iban", "days"}} {
			for _, name := range names {
				if _, ok := o[name]; ok || o["kind"] == []string{"card", "transfer"}[i] {
					return i
				}
			}
		}
		return -1
	}
	color := part{"color", true, false, text}
	round := objectOf(part{"r", false, false, pickOf(number("1"), number("2"))}, color)
	edged := objectOf(part{"side", false, false, pickOf(number("1"), number("2"))}, color)
	own := func(o map[string]any) int {
		if _, ok := o["side"]; ok {
			return 1
		}
		if _, ok := o["r"]; ok {
			return 0
		}
		return -1
	}
	var every kind
	self := kind{
		func(r *rand.Rand, depth int) any { return every.value(r, depth+1) },
		func(r *rand.Rand, depth int) any { return every.patch(r, depth+1) },
		func(old, patch any) any { return every.merge(old, patch) },
	}
	rest := anyKind
	every = objectOf(
		part{"text", false, false, text}, part{"note", true, false, text}, part{"n", false, false, pickOf(number("1"), number("9007199254740993"))},
		part{"f", false, false, pickOf(number("1.5"))}, part{"b", false, false, pickOf(true, false)}, part{"status", false, false, pickOf("draft", "live")},
		part{"at", false, false, pickOf("2026-01-02T03:04:05.000000Z")}, part{"raw", false, false, pickOf("AA==", "")}, part{"sum", false, false, pickOf("1.00", "2")},
		part{"any", false, true, anyKind}, part{"some", true, false, anyKind}, part{"list", false, false, pickOf([]any{}, []any{number("1")})},
		part{"items", false, false, kind{
			func(r *rand.Rand, depth int) any { return []any{leaf.value(r, depth)} },
			func(r *rand.Rand, depth int) any { return []any{leaf.patch(r, depth)} }, mergePatch,
		}},
		part{"leaf", false, false, leaf}, part{"maybe", true, false, leaf}, part{"null", false, true, leaf},
		part{"counts", false, false, mapOf(pickOf(number("1"), number("2")))}, part{"leaves", false, false, mapOf(leaf)},
		part{"anys", false, false, mapOf(anyKind)}, part{"deep", false, false, mapOf(mapOf(pickOf(number("1"))))},
		part{"by", false, false, unionOf(tag, card, transfer)}, part{"shape", false, false, unionOf(own, round, edged)},
		part{"next", true, false, self}, part{"more", true, false, rest}, part{"other", true, false, rest},
	)
	return every
}

// A patch and a PUT with what an independent implementation makes of it have one outcome.
func TestGeneratedPatchesMeanWhatRFC7396Says(t *testing.T) {
	every := kindsOfEveryKind()
	patched, put := store(t, everyKinds()), store(t, everyKinds())
	r := rand.New(rand.NewPCG(7396, 2))
	accepted, patches := 0, 10_000
	if testing.Short() {
		patches = 500
	}
	var now any
	for i := range patches {
		if i%20 == 0 {
			now = data(t, kit.Send(t, patched, "PUT", "/e", written(t, every.value(r, 0))))
		}
		patch := every.patch(r, 0)
		merged := every.merge(now, patch)
		got := kit.Send(t, patched, "PATCH", "/e", written(t, patch), "Content-Type: application/merge-patch+json")
		want := kit.Send(t, put, "PUT", "/e", written(t, merged))
		if got.Status >= 500 || (got.Status == 200) != (want.Status == 200) {
			t.Fatalf("%s\n← %s: %d %s\nwant %s\n%d %s", written(t, now), written(t, patch), got.Status, got.Body, written(t, merged), want.Status, want.Body)
		}
		if got.Status != 200 {
			continue
		}
		accepted++
		before := now
		now = data(t, got)
		if want := data(t, want); !reflect.DeepEqual(now, want) {
			t.Fatalf("%s\n← %s:\n%s\nwant\n%s", written(t, before), written(t, patch), written(t, now), written(t, want))
		}
	}
	if accepted < patches/4 {
		t.Errorf("only %d of %d patches are accepted", accepted, patches)
	}
	t.Log(accepted, "accepted of", patches)
}

func written(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
