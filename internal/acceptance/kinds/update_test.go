package kinds_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A request around an entity, {"user": {…}}, is required in an update as its members are not.
func TestAnUpdateRequiresTheObjectAroundAnEntity(t *testing.T) {
	email, bio := prop.String("email").MinLen(3), prop.String("bio").Optional()
	user := prop.Object(collection.New("User", email, bio)).As("user")
	change := collection.New("ChangeUser", user).RequiredInUpdate(user)
	seen := prop.String("seen")
	patch := route.Patch("/user", change.Update(), route.Text(seen))
	api, _ := kit.Start(t, tenon.New("Users", "1"), patch.Handle(func(_ *route.Call, p collection.Patch[collection.Record]) (string, error) {
		in := p.In(user)
		to, _ := email.Lookup(in)
		if in.IsNull(bio) {
			to += " without bio"
		}
		return to, nil
	}))
	for body, want := range map[string]string{
		`{"user":{"email":"ann@example.com","bio":null}}`: "ann@example.com without bio",
		`{"user":{}}`:               "",
		`{}`:                        "required #/user",
		`{"email":"x"}`:             "unknown #/email, required #/user",
		`{"user":null}`:             "null #/user",
		`{"user":{"email":"a"}}`:    "min_length #/user/email",
		`{"user":{"email":null}}`:   "null #/user/email",
		`{"user":{"unknown":null}}`: "unknown #/user/unknown",
	} {
		if got := outcome(t, api.Send(t, "PATCH", "/user", body)); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	p, err := change.Update().Parse([]byte(`{"user":{"email":"ann@example.com"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := patch.Call(context.Background(), client.New(api.URL), p); err != nil || got != "ann@example.com" {
		t.Error(got, err)
	}
	for _, v := range oas.Versions() {
		text, err := oas.JSON(kit.Build(t, kit.API(patch.Handle(func(*route.Call, collection.Patch[collection.Record]) (string, error) { return "", nil }))), v)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Components struct {
				Schemas map[string]struct{ Required []string }
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		if all := doc.Components.Schemas; !slices.Equal(all["ChangeUserUpdate"].Required, []string{"user"}) || all["UserUpdate"].Required != nil {
			t.Errorf("%s: %v", v, all)
		}
	}
}

func TestMembersOfUpdatesAreRequiredInVain(t *testing.T) {
	id, name := prop.String("id").ReadOnly(), prop.String("name")
	api := func(c *collection.Collection[collection.Record]) tenon.API {
		return kit.API(route.Patch("/a", c.Update(), kit.Empty).Handle(func(*route.Call, collection.Patch[collection.Record]) (n collection.Empty, err error) { return n, nil }))
	}
	kit.CheckFaults(t,
		kit.Faulty(api(collection.New("A", id, name).RequiredInUpdate(id)), `collection "A": RequiredInUpdate: an update does not have member "id"`),
		kit.Faulty(api(collection.New("A", name).RequiredInUpdate(prop.Int("b"), nil)), `collection "A": RequiredInUpdate: property "" is not a member`, `collection "A": RequiredInUpdate: property "b" is not a member`),
	)
}
