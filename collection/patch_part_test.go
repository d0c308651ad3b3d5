package collection_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A partProfile is around its user, as in {"user": {…}}.
type partProfile struct{ User partUser }

type partUser struct {
	Name  string
	Bio   *string
	Home  *partHome
	Links map[string]string
}

type partHome struct {
	City string
	Zip  *string
}

var (
	partCity   = prop.String("city").MinLen(2)
	partZip    = prop.String("zip").Optional()
	partOfHome = prop.Object(partHomes).As("home").Optional()
	userName   = prop.String("name")
	bio        = prop.String("bio").Optional()
	links      = prop.Map(prop.String("links"))
	user       = prop.Object(partUsers).As("user")

	partHomes = collection.Of("Address", func(a *partHome) collection.Fields {
		return collection.Fields{partCity.At(&a.City), partZip.AtOptional(&a.Zip)}
	})
	partUsers = collection.Of("Account", func(a *partUser) collection.Fields {
		return collection.Fields{userName.At(&a.Name), bio.AtOptional(&a.Bio), partOfHome.AtOptional(&a.Home), links.At(&a.Links)}
	})
	partProfiles = collection.Of("Profile", func(p *partProfile) collection.Fields {
		return collection.Fields{user.At(&p.User)}
	}).RequiredInUpdate(user)
)

func TestAnUpdateMayRequireMembers(t *testing.T) {
	for text, want := range map[string]string{
		`{"user":{}}`:           "",
		`{"user":{"name":"n"}}`: "",
		`{}`:                    "#/user: is required (required)",
		`{"users":{}}`:          "#/users: is not recognized (unknown)\n#/user: is required (required)",
		`{"user":null}`:         "#/user: must not be null (null)",
	} {
		p, err := partProfiles.Update().Parse([]byte(text))
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		if err == nil && partProfiles.Update().Check(p) != nil {
			t.Errorf("%s: %v", text, partProfiles.Update().Check(p))
		}
	}
	if vs := partProfiles.Update().Check(collection.Patch[partProfile]{}); len(vs) > 0 {
		t.Errorf("a patch of no request: %v", vs)
	}
}

func TestHandlesReachIntoThePartsOfAPatch(t *testing.T) {
	read := func(text string) string {
		p, err := partProfiles.Update().Parse([]byte(text))
		if err != nil {
			t.Fatal(text, err)
		}
		var b strings.Builder
		in := p.In(user)
		name, set := userName.Lookup(in)
		fmt.Fprint(&b, name, set, in.Has(bio), in.IsNull(bio), in.Has(partOfHome), in.IsNull(partOfHome), in.Changes())
		where := in.In(partOfHome)
		c, set := partCity.Lookup(where)
		z, zipped := partZip.Lookup(where)
		fmt.Fprint(&b, " ", c, set, z, zipped, where.IsNull(partZip), where.Changes())
		return b.String()
	}
	for text, want := range map[string]string{
		`{"user":{}}`: "false false false false false [] falsefalse false []",
		`{"user":{"name":"n","bio":null,"home":{"city":"Oslo"}}}`: "ntrue true true true false [name bio home] Oslotruefalse false [city]",
		`{"user":{"home":{"zip":null}}}`:                          "false false false true false [home] falsefalse true [zip]",
		`{"user":{"home":{"zip":"1"}}}`:                           "false false false true false [home] false1true false [zip]",
		`{"user":{"home":null}}`:                                  "false false false true true [home] falsefalse false []",
	} {
		if got := read(text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	var none collection.Patch[partProfile]
	if in := none.In(user); in.Has(userName) || len(in.Changes()) > 0 {
		t.Error("a patch of no request has a part")
	}
}

func TestThePartsOfAPatchAreObjects(t *testing.T) {
	p, _ := partProfiles.Update().Parse([]byte(`{"user":{}}`))
	for want, act := range map[string]func(){
		`property "city" is not a member that an update of collection "Profile" can set`: func() { p.In(partCity) },
		`property "name" is not an object that an update changes in part`:                func() { p.In(user).In(userName) },
		`property "links" is not an object that an update changes in part`:               func() { p.In(user).In(links) },
		`property "user" is not a member that an update of collection "Account" can set`: func() { p.In(user).Has(user) },
		`property "zip" is not a member that an update of collection "Account" can set`:  func() { partZip.Lookup(p.In(user)) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
					t.Errorf("panic %s, want %s", got, want)
				}
			}()
			act()
		}()
	}
}

// Records have parts as structs do.
func TestRecordsHaveParts(t *testing.T) {
	inner := collection.New("Inner", userName, bio)
	object := prop.Object(inner).As("user")
	outer := collection.New("Outer", object).RequiredInUpdate(object)
	p, err := outer.Update().Parse([]byte(`{"user":{"name":"n","bio":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	if name, ok := userName.Lookup(p.In(object)); name != "n" || !ok || !p.In(object).IsNull(bio) {
		t.Error(name, ok)
	}
	if _, err := outer.Update().Parse([]byte(`{}`)); err == nil {
		t.Error("{} is accepted")
	}
}
