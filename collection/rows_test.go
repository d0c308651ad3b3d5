package collection_test

import (
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

type plant struct {
	ID     string
	Height *int
	Colour *string
	Note   *string
	Secret int
}

// Rows give access to the value of a property with every kind of binding and in all modes.
func TestRowsReadEveryMember(t *testing.T) {
	id, height, colour, note := prop.String("id"), prop.Int("height").Optional(), prop.String("colour"), prop.Nullable(prop.String("note"))
	secret, size, kind := prop.Int("secret").WriteOnly(), prop.Int("size"), prop.Const("kind", "plant")
	plants := collection.Of("Plant", func(p *plant) collection.Fields {
		return collection.Fields{
			id.At(&p.ID).Key(),
			height.AtOptional(&p.Height),
			colour.AtNullable(&p.Colour).Only(collection.View),
			note.At(&p.Note).Except(collection.List),
			secret.At(&p.Secret),
			collection.Computed(size, func(p *plant) int { return len(p.ID) }),
			collection.Fixed(kind),
		}
	})
	three, red := 3, "red"
	full := &plant{ID: "a1", Height: &three, Colour: &red, Note: &red, Secret: 9}
	for _, rows := range []codec.Rows{codec.RowsOf(plants), codec.BodyOf(plants.List()).Rows, codec.BodyOf(plants.View()).Rows} {
		for _, test := range []struct {
			prop        prop.Prop
			full, empty any // nil for null
		}{
			{id, "a1", ""}, {height, 3, nil}, {colour, "red", nil}, {note, "red", nil}, {secret, 9, 0}, {size, 2, 0}, {kind, "plant", "plant"},
		} {
			order, ok := rows.Order(property.NodeOf(test.prop).ID)
			if !ok || !order.Sorts() {
				t.Fatalf("%s has no order", test.prop.Name())
			}
			for entity, want := range map[*plant]any{full: test.full, {}: test.empty} {
				cell, ok := rows.Cell(property.NodeOf(test.prop).ID, entity)
				if v, null := order.Value(cell); !ok || v != want || null != (want == nil) {
					t.Errorf("%s is %v, %t, %t, want %v", test.prop.Name(), v, null, ok, want)
				}
				if own := property.OrderOf(test.prop); own.Compare(cell, want) != 0 { // the property's own order agrees
					t.Errorf("%s does not compare", test.prop.Name())
				}
			}
		}
		if _, ok := rows.Cell(property.NodeOf(prop.String("id")).ID, full); ok {
			t.Error("another property is a member")
		}
		if _, ok := rows.Order(property.NodeOf(prop.String("id")).ID); ok {
			t.Error("another property has an order")
		}
		if _, ok := rows.Cell(property.NodeOf(id).ID, plant{}); ok {
			t.Error("a value that is no pointer has members")
		}
		if rows.Collection().Name != "Plant" {
			t.Errorf("the collection is %s", rows.Collection().Name)
		}
	}
}

func TestRowsReadTheMembersOfRecords(t *testing.T) {
	id, size, note, colour := prop.Int("id"), prop.Int("size").Optional(), prop.Nullable(prop.String("note")).Optional(), prop.String("colour").Default("red")
	things := collection.New("Thing", id, size, note, colour)
	rows := codec.BodyOf(things.List()).Rows
	empty := collection.NewRecord(things)
	full := collection.NewRecord(things)
	id.Set(&full, 1)
	size.Set(&full, 2)
	text := "x"
	note.Set(&full, &text)
	colour.Set(&full, "blue")
	nothing := collection.NewRecord(things)
	note.Set(&nothing, nil)
	for what, test := range map[string]struct {
		record *collection.Record
		want   []any
	}{
		"full":    {&full, []any{1, 2, "x", "blue"}},
		"empty":   {&empty, []any{0, nil, nil, "red"}},
		"null":    {&nothing, []any{0, nil, nil, "red"}},
		"no make": {new(collection.Record), []any{0, nil, nil, "red"}},
	} {
		for i, p := range []prop.Prop{id, size, note, colour} {
			cell, ok := rows.Cell(property.NodeOf(p).ID, test.record)
			if v, null := property.OrderOf(p).Value(cell); !ok || v != test.want[i] || null != (test.want[i] == nil) {
				t.Errorf("%s: %s is %v, %t, want %v", what, p.Name(), v, null, test.want[i])
			}
		}
	}
}

func TestOnlyCollectionsHaveRows(t *testing.T) {
	things := collection.New("Thing", prop.Int("id"))
	same := func(r collection.Record) collection.Record { return r }
	union := collection.OneOf("Either", collection.Case(things, same, func(r collection.Record) (collection.Record, bool) { return r, true }))
	if rows := codec.BodyOf(union.List()).Rows; rows != nil {
		t.Error("a union has rows")
	}
	if rows := codec.BodyOf(collection.Many(things.List())).Rows; rows != nil {
		t.Error("a list has rows")
	}
	if codec.BodyOf(&collection.Body[int]{}) != nil {
		t.Error("the zero body has one below")
	}
}
