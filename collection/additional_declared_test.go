package collection_test

import (
	"bytes"
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	tenonevent "github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type shadowed struct {
	ID, Name, Secret, Role string
	Labels                 map[string]string
}

type shadowing struct {
	One  shadowed
	Many []shadowed
	Map  map[string]shadowed
}

var (
	shadowRest = prop.String("labels")
	shadows    = collection.Of("Shadow", func(s *shadowed) collection.Fields {
		return collection.Fields{
			prop.String("id").ReadOnly().At(&s.ID).Key(),
			prop.String("name").Default("").At(&s.Name),
			prop.String("secret").WriteOnly().Default("").At(&s.Secret),
			prop.String("role").Default("guest").At(&s.Role).VisibleTo("admin"),
			collection.Additional(shadowRest, &s.Labels),
		}
	})
	shadowHolders = collection.Of("ShadowHolder", func(s *shadowing) collection.Fields {
		return collection.Fields{
			prop.Object(shadows).As("one").At(&s.One),
			prop.Array(prop.Object(shadows).As("many")).At(&s.Many),
			prop.Map(prop.Object(shadows).As("map")).At(&s.Map),
		}
	})
	shadowName    = prop.String("name").Optional()
	shadowSecret  = prop.String("secret").WriteOnly().Optional()
	shadowMap     = prop.Map(prop.String("rest"))
	shadowRecords = collection.New("ShadowRecord", prop.String("id").Optional(), prop.String("role").Optional(), shadowName, shadowSecret, collection.AdditionalIn(shadowMap))

	// What was stored before these names were declared.
	shadowRow = map[string]string{"id": "7", "name": "other", "secret": "s", "role": "admin", "color": "red"}
)

// A declared name is never written from the map of additional members, and Check reports it.
func TestAdditionalMembersDoNotShadowDeclaredOnes(t *testing.T) {
	s := shadowed{ID: "1", Name: "n", Secret: "mine", Role: "guest", Labels: shadowRow}
	holder := shadowing{One: s, Many: []shadowed{s}, Map: map[string]shadowed{"k": s}}
	record := collection.NewRecord(shadowRecords)
	shadowName.Set(record, "n")
	shadowMap.Set(record, shadowRow)
	patch, err := shadows.Update().Parse([]byte(`{"color":"red"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := patch.Apply(&s); err != nil {
		t.Errorf("a patch is rejected for what is stored: %v", err)
	}
	for name, written := range map[string]func() ([]byte, error){
		"create":       func() ([]byte, error) { return shadows.Create().Append(nil, s) },
		"view":         func() ([]byte, error) { return shadows.View().Append(nil, s) },
		"list":         func() ([]byte, error) { return shadows.List().Append(nil, s) },
		"delete":       func() ([]byte, error) { return shadows.Delete().Append(nil, s) },
		"many":         func() ([]byte, error) { return collection.Many(shadows.View()).Append(nil, []shadowed{s}) },
		"nested":       func() ([]byte, error) { return shadowHolders.View().Append(nil, holder) },
		"a record":     func() ([]byte, error) { return shadowRecords.View().Append(nil, record) },
		"a new record": func() ([]byte, error) { return shadowRecords.Create().Append(nil, record) },
		"an event": func() ([]byte, error) {
			return tenonevent.New("shadow.seen", shadows.View()).Of(s).Data, nil
		},
	} {
		text, err := written()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, hidden := range []string{`"7"`, `"other"`, `"s"`, `"admin"`} {
			if bytes.Contains(text, []byte(hidden)) {
				t.Errorf("%s has %s: %s", name, hidden, text)
			}
		}
	}
	const want = "#/id: is not recognized (unknown)\n#/name: is not recognized (unknown)\n#/role: is not recognized (unknown)\n#/secret: is not recognized (unknown)"
	if err := shadows.View().Check(s); err == nil || err.Error() != want {
		t.Errorf("Check returns\n%v, want\n%s", err, want)
	}
	if err := shadowHolders.View().Check(holder); err == nil || strings.Count(err.Error(), "/secret: is not recognized") != 3 {
		t.Errorf("Check of nested values returns\n%v", err)
	}
	if err := shadowRecords.View().Check(record); err == nil || !strings.Contains(err.Error(), "#/name: is not recognized") {
		t.Errorf("Check of a record returns %v", err)
	}
	// A reader does not take a hidden member for an additional one.
	if _, err := shadows.View().Parse([]byte(`{"id":"1","name":"n","secret":"s"}`)); err == nil || err.Error() != "#/secret: is not recognized (unknown)" {
		t.Errorf("Parse returns %v", err)
	}
}

// A caller without the scope does not see a member by its name in the map.
func TestAdditionalMembersAreNotSeenThroughHTTP(t *testing.T) {
	keys := authn.APIKeyHeader("k", "X-Api-Key", func(_ context.Context, s authn.Secret) (authn.Identity, error) { return authn.New(s.Reveal()), nil })
	app := tenon.New("x", "1").Authenticate(keys).CheckResponses(tenon.Never).Add(route.Get("/one", shadows.View()).Handle(func(*route.Call) (shadowed, error) {
		return shadowed{ID: "1", Name: "n", Labels: shadowRow}, nil
	})).MustBuild()
	r := httptest.NewRequest("GET", "/one", nil)
	r.Header.Set("X-Api-Key", "bob")
	w := httptest.NewRecorder()
	app.ServeHTTP(w, r)
	if got, want := w.Body.String(), `{"data":{"id":"1","name":"n","color":"red"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
