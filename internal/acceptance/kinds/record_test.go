package kinds_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	boxID     = prop.Int("id")
	boxNote   = prop.Nullable(prop.String("note")).Optional()
	boxLabels = prop.Map(prop.String("labels").MaxLen(3))
	boxes     = collection.New("Box", prop.Const("kind", "box"), boxID, boxNote, collection.AdditionalIn(boxLabels)).IgnoreReadOnly()
	bags      = collection.New("Bag", prop.Const("kind", "bag"), prop.Int("size"))
	holders   = collection.OneOf("Holder", collection.CaseOf[collection.Record](boxes), collection.CaseOf[collection.Record](bags)).Tagged("kind")
)

// Records keep members that are not declared, are cases of unions, and have their constants.
func TestRecordsAreWorthAsMuchAsStructs(t *testing.T) {
	put := route.Put("/holder", holders.Create(), holders.View())
	patch := route.Patch("/box", boxes.Update(), boxes.View())
	app := kit.Build(t, tenon.New("H", "1").Add(
		put.Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
		patch.Handle(func(_ *route.Call, p collection.Patch[collection.Record]) (collection.Record, error) {
			box := collection.NewRecord(boxes)
			boxID.Set(box, 7)
			boxLabels.Set(box, map[string]string{"a": "x", "b": "y"})
			err := p.Apply(&box)
			return box, err
		})))
	api := kit.Listen(t, app)
	for _, tt := range []struct{ method, path, body, want string }{
		{"PUT", "/holder", `{"kind":"box","id":1,"x":"1","a":"2"}`, `{"data":{"kind":"box","id":1,"a":"2","x":"1"}}`},
		{"PUT", "/holder", `{"kind":"box","id":1,"note":null,"x":"1234","y":5}`, `max_length #/x, type #/y`},
		{"PUT", "/holder", `{"kind":"bag","size":1}`, `{"data":{"kind":"bag","size":1}}`},
		{"PUT", "/holder", `{"kind":"bag","size":1,"x":"1"}`, `unknown #/x`},
		{"PATCH", "/box", `{"id":8,"a":null,"c":"z"}`, `{"data":{"kind":"box","id":8,"b":"y","c":"z"}}`},
		{"PATCH", "/box", `{"note":"n","b":"long"}`, `max_length #/b`},
	} {
		if got := outcome(t, api.Send(t, tt.method, tt.path, tt.body)); got != tt.want {
			t.Errorf("%s %s\n got %s\nwant %s", tt.path, tt.body, got, tt.want)
		}
	}

	box, bag := collection.NewRecord(boxes), collection.NewRecord(bags)
	boxID.Set(box, 3)
	boxLabels.Set(box, map[string]string{"x": "1"})
	for _, in := range []collection.Record{box, bag} {
		got, err := put.Call(context.Background(), client.Local(app), in)
		kind, ok := in.Lookup("kind")
		if again, _ := got.Lookup("kind"); err == nil && (again != kind || !ok) {
			t.Errorf("got %v, want %v", again, kind)
		}
		if want := map[any]string{"box": "<nil>", "bag": "#/size: has no value"}[kind]; err == nil != (kind == "box") {
			t.Errorf("%v: %v, want %s", kind, err, want)
		}
	}
	var all []string
	for name, value := range box.All() {
		all = append(all, fmt.Sprint(name, "=", value))
	}
	if want := []string{"kind=box", "id=3"}; !reflect.DeepEqual(all, want) {
		t.Errorf("the record has %v, want %v", all, want)
	}
	if got := boxLabels.Get(box); !reflect.DeepEqual(got, map[string]string{"x": "1"}) {
		t.Errorf("the labels are %v", got)
	}
	for _, name := range []string{"note", "labels", "x", "nothing"} {
		if v, ok := box.Lookup(name); ok {
			t.Errorf("%s is %v", name, v)
		}
	}
	if v, ok := (collection.Record{}).Lookup("id"); ok {
		t.Errorf("a zero record has %v", v)
	}
}

func TestFaultsOfAdditionalMembersOfRecords(t *testing.T) {
	values, initial := prop.Map(prop.Int("values")), prop.Map(prop.Int("initial"))
	for message, props := range map[string][]prop.Prop{
		`collection "C": AdditionalIn is given twice`:                                                                                                                    {boxID, collection.AdditionalIn(values), collection.AdditionalIn(values)},
		`collection "C": AdditionalIn: the map "values" has rules, which belong to its values or to the collection`:                                                      {boxID, collection.AdditionalIn(values.MinProperties(1))},
		`collection "C": AdditionalIn: the map "values" is Optional, has a Default or an Initial value, or is ReadOnly or WriteOnly, which a member with a name can be`:  {boxID, collection.AdditionalIn(values.Optional())},
		`collection "C": AdditionalIn: the map "initial" is Optional, has a Default or an Initial value, or is ReadOnly or WriteOnly, which a member with a name can be`: {boxID, collection.AdditionalIn(initial.Initial(map[string]int{"a": 1}))},
		`collection "C": AdditionalIn(nil): the map is nil`:                                                                                                              {boxID, collection.AdditionalIn[string](nil)},
		`collection "C": MinProperties(-1) is below 0`:                                                                                                                   {boxID, collection.AdditionalIn(values.MinProperties(-1))},
	} {
		kit.CheckFault(t, message, kit.APIWithBody(collection.New("C", props...)), message)
	}
}
