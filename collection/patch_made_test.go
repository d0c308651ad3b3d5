package collection_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// gadget has a part in each position where a patch can create one.
type gadget struct {
	Part   *part
	Spare  *part
	ByName map[string]part
	Deep   map[string]map[string]*part
	Rack   *rack
	Many   []part
	Any    holder
	Rest   map[string]part
}

type part struct {
	Name   string
	Count  int
	Size   int
	Note   *string
	Hint   *string
	Secret string
	Made   int
	Tags   []string
}

// rack has a required part and another rack.
type rack struct {
	Label string
	Part  part
	Inner *rack
}

type holder interface{ holds() }

type boxed struct{ Part part }

type empty struct{ Nothing string }

func (boxed) holds() {}
func (empty) holds() {}

var (
	gadgetParts = collection.Of("GadgetPart", func(p *part) collection.Fields {
		return collection.Fields{
			prop.String("name").MinLen(1).At(&p.Name),
			prop.Int("count").Min(1).At(&p.Count),
			prop.Int("size").Default(5).At(&p.Size),
			prop.String("note").Optional().AtOptional(&p.Note),
			prop.String("hint").Optional().AtOptional(&p.Hint),
			prop.String("secret").MinLen(3).WriteOnly().Default("abc").At(&p.Secret),
			prop.Int("made").Min(1).ReadOnly().At(&p.Made),
			prop.Array(prop.String("tags")).MaxItems(2).Default(nil).At(&p.Tags),
		}
	}).Rule("counted", "must be below size", func(p *part) bool { return p.Count < p.Size })
	onePart = prop.Object(gadgetParts)
	gadgets = collection.Of("Gadget", func(g *gadget) collection.Fields {
		return collection.Fields{
			prop.Nullable(onePart.As("part")).Default(nil).At(&g.Part),
			onePart.As("spare").Optional().AtOptional(&g.Spare),
			prop.Map(onePart).As("by_name").MaxProperties(2).Default(nil).At(&g.ByName),
			prop.Map(prop.Map(prop.Nullable(onePart))).As("deep").Default(nil).At(&g.Deep),
			prop.Lazy("rack", racks).Optional().AtOptional(&g.Rack),
			prop.Array(onePart).As("many").Default(nil).At(&g.Many),
			prop.Union(collection.OneOf("Holder", collection.CaseOf[holder](collection.Of("Boxed", func(b *boxed) collection.Fields {
				return collection.Fields{
					onePart.As("part").At(&b.Part),
				}
			})),
				collection.CaseOf[holder](collection.Of("Empty", func(e *empty) collection.Fields {
					return collection.Fields{
						prop.String("nothing").At(&e.Nothing),
					}
				})))).As("any").At(&g.Any),
			collection.Additional(onePart.As("others"), &g.Rest),
		}
	})
)

func racks() *collection.Collection[rack] {
	return collection.Of("Rack", func(r *rack) collection.Fields {
		return collection.Fields{
			prop.String("label").Default("-").At(&r.Label),
			onePart.As("part").At(&r.Part),
			prop.Lazy("inner", racks).Optional().AtOptional(&r.Inner),
		}
	})
}

// made has patches of an entity without parts. They create the same objects as create mode,
// without nulls.
var made = []struct {
	patch string
	codes []string
}{
	{`{"part":{"name":"n","count":1}}`, nil},
	{`{"part":{"count":1}}`, []string{"required #/part/name"}},
	{`{"part":{}}`, []string{"required #/part/name", "required #/part/count"}},
	{`{"part":{"name":"n","count":1,"note":null,"hint":null}}`, nil},
	{`{"part":{"name":"n","count":1,"hint":"h","secret":"abcd","tags":["x"]}}`, nil},
	{`{"part":{"name":"n","count":9}}`, []string{"counted #/part"}},
	{`{"spare":{"name":"n","count":1}}`, nil},
	{`{"spare":{"count":1}}`, []string{"required #/spare/name"}},
	{`{"spare":{"size":7}}`, []string{"required #/spare/name", "required #/spare/count"}},
	{`{"by_name":{"k":{"name":"n","count":1}}}`, nil},
	{`{"by_name":{"k":{"count":1},"l":{"name":"n"}}}`, []string{"required #/by_name/k/name", "required #/by_name/l/count"}},
	{`{"by_name":{"k":{"name":"n","count":1},"l":{"name":"n","count":1},"m":{"name":"n","count":1}}}`, []string{"max_properties #/by_name"}},
	{`{"deep":{"a":{"b":{"name":"n","count":1}}}}`, nil},
	{`{"deep":{"a":{"b":{"name":"n"}}}}`, []string{"required #/deep/a/b/count"}},
	{`{"rack":{"part":{"name":"n","count":1}}}`, nil},
	{`{"rack":{}}`, []string{"required #/rack/part"}},
	{`{"rack":{"label":"l","part":{"count":1}}}`, []string{"required #/rack/part/name"}},
	{`{"rack":{"part":{"name":"n","count":1},"inner":{"part":{"name":"m"}}}}`, []string{"required #/rack/inner/part/count"}},
	{`{"rack":{"part":{"name":"n","count":1},"inner":{"inner":{}}}}`, []string{"required #/rack/inner/part", "required #/rack/inner/inner/part"}},
	{`{"many":[{"count":1}]}`, []string{"required #/many/0/name"}},
	{`{"other":{"name":"n"}}`, []string{"required #/other/count"}},
	{`{"other":{"name":"n","count":1}}`, nil},
}

func TestPatchesCreateObjectsAsInCreateMode(t *testing.T) {
	bare := gadget{Any: boxed{part{Name: "x", Count: 1, Size: 5, Secret: "abc"}}}
	for _, row := range made {
		got := bare
		patch, err := gadgets.Update().Parse([]byte(row.patch))
		if err == nil {
			err = patch.Apply(&got)
		}
		if codes := codes(err); !slices.Equal(codes, row.codes) {
			t.Errorf("%s breaks %q, want %q", row.patch, codes, row.codes)
			continue
		}
		if err != nil {
			if text(t, gadgets, got) != text(t, gadgets, bare) {
				t.Errorf("%s has changed the entity", row.patch)
			}
			continue
		}
		without := []byte(`{"any":{"part":{"name":"x","count":1}},` + row.patch[1:])
		for _, null := range []string{`,"note":null`, `,"hint":null`} {
			without = []byte(strings.ReplaceAll(string(without), null, ""))
		}
		want, err := gadgets.Create().Parse(without)
		if err != nil {
			t.Fatal(row.patch, err)
		}
		if got, want := text(t, gadgets, got), text(t, gadgets, want); got != want {
			t.Errorf("%s makes\n%s\nand create mode\n%s", row.patch, got, want)
		}
		if got.Part != nil && got.Part.Secret == "" {
			t.Errorf("%s: a default that no answer shows is not there", row.patch)
		}
	}
}

// Existing objects are merged, get no defaults, and need not be sent.
func TestPatchesFillNoDefaultsInExistingObjects(t *testing.T) {
	there := part{Name: "n", Count: 1, Size: 9, Secret: "abc", Made: 1}
	g := gadget{Any: boxed{there}, Part: &there, Spare: &there, ByName: map[string]part{"k": there}, Rack: &rack{Part: there}}
	for _, row := range []struct {
		patch string
		codes []string
	}{
		{`{"part":{"count":2},"spare":{"count":2},"by_name":{"k":{"count":2}},"rack":{"part":{"count":2}}}`, nil},
		{`{"part":{"hint":null}}`, nil},
		{`{"part":{}}`, nil},
		{`{"part":{"count":9}}`, []string{"counted #/part"}},
		{`{"by_name":{"k":{"count":9}}}`, []string{"counted #/by_name/k"}},
	} {
		got := g
		if codes := codes(apply(t, gadgets, row.patch, &got)); !slices.Equal(codes, row.codes) {
			t.Errorf("%s breaks %q, want %q", row.patch, codes, row.codes)
		}
		if got.Part.Size != 9 || g.Part.Count != 1 || g.ByName["k"].Count != 1 {
			t.Errorf("%s: %+v of %+v", row.patch, got, g)
		}
	}
	// Null, and then an object, is a new object.
	if err := apply(t, gadgets, `{"part":null}`, &g); err != nil || g.Part != nil {
		t.Fatal(err, g.Part)
	}
	if got := codes(apply(t, gadgets, `{"part":{"count":1}}`, &g)); !slices.Equal(got, []string{"required #/part/name"}) {
		t.Errorf("after null: %q", got)
	}
}

func TestPatchesCreateRecordsAsInCreateMode(t *testing.T) {
	size := prop.Int("size").Default(5)
	inner := collection.New("InnerRecord", prop.String("name").MinLen(2), prop.Int("count"), size, prop.String("note").Optional())
	always := inner.Object().As("always").Optional()
	part, by := prop.Nullable(prop.Object(inner)).As("part").Default(nil), prop.Map(prop.Object(inner)).As("by").Default(nil)
	outer := collection.New("OuterRecord", part, by, always)
	for _, row := range []struct {
		patch, want string
		codes       []string
	}{
		{`{"part":{"count":1}}`, ``, []string{"required #/part/name"}},
		{`{"always":{"count":1}}`, ``, []string{"required #/always/name"}},
		{`{"by":{"k":{}}}`, ``, []string{"required #/by/k/name", "required #/by/k/count"}},
		{`{"part":{"name":"n","count":1}}`, ``, []string{"min_length #/part/name"}},
		{`{"part":{"name":"na","count":1}}`, `{"part":{"name":"na","count":1,"size":5},"by":{}}`, nil},
		{`{"always":{"name":"na","count":1,"note":null}}`, `{"part":null,"by":{},"always":{"name":"na","count":1,"size":5}}`, nil},
	} {
		r, err := outer.Create().Parse([]byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		if err = apply(t, outer, row.patch, &r); !slices.Equal(codes(err), row.codes) {
			t.Errorf("%s breaks %q, want %q", row.patch, codes(err), row.codes)
		}
		if err != nil {
			continue
		}
		if got := text(t, outer, r); got != row.want {
			t.Errorf("%s makes %s", row.patch, got)
		}
		if p := part.Get(r); p != nil && size.Get(*p) != 5 {
			t.Errorf("%s: the handle reads the size %d", row.patch, size.Get(*p))
		}
	}
}

func text[T any](t *testing.T, c *collection.Collection[T], v T) string {
	t.Helper()
	b, err := c.View().Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func apply[T any](t *testing.T, c *collection.Collection[T], patch string, v *T) error {
	t.Helper()
	p, err := c.Update().Parse([]byte(patch))
	if err != nil {
		return err
	}
	return p.Apply(v)
}

// account has secrets that its store does not load.
type account struct {
	Email, Login, Name string
	Password           string
	Pin                *string
	Keys               []accountKey
	Main               *accountKey
}

type accountKey struct{ Name, Secret string }

var (
	accountEmail    = prop.String("email").MaxLen(20)
	accountPassword = prop.String("password").MinLen(8).WriteOnly()
	accountPin      = prop.String("pin").MinLen(4).WriteOnly().Optional()
	accountLogin    = prop.String("login")
	accountKeys     = collection.Of("AccountKey", func(k *accountKey) collection.Fields {
		return collection.Fields{
			prop.String("name").MinLen(1).At(&k.Name),
			prop.String("secret").MinLen(3).WriteOnly().At(&k.Secret),
		}
	})
	accounts = collection.Of("Account", func(a *account) collection.Fields {
		return collection.Fields{
			accountEmail.At(&a.Email),
			accountLogin.At(&a.Login),
			prop.String("name").MinLen(1).At(&a.Name),
			accountPassword.At(&a.Password),
			accountPin.AtOptional(&a.Pin),
			accountKeys.Array("keys").Default(nil).At(&a.Keys),
			prop.Nullable(prop.Object(accountKeys)).As("main").Default(nil).At(&a.Main),
		}
	}).Rule("differs", "must not be the login", func(a *account) bool { return a.Password > a.Login }, accountPassword, accountLogin)
)

// Members that were not sent and that no response shows are not validated: the store need not
// load them.
func TestPatchesDoNotValidateMembersThatNoResponseShows(t *testing.T) {
	creating := accounts.Update() // the password is in update mode
	loaded := account{Email: "e", Login: "l", Name: "n", Keys: []accountKey{{Name: "k"}}, Main: &accountKey{Name: "m"}}
	for _, row := range []struct {
		patch string
		codes []string
	}{
		{`{"email":"new"}`, nil},
		{`{}`, nil},
		{`{"login":"zzz"}`, nil}, // the rule needs the password, too
		{`{"main":{"name":"x"}}`, nil},
		{`{"main":{"secret":"xy"}}`, []string{"min_length #/main/secret"}},
		{`{"main":{"name":""}}`, []string{"min_length #/main/name"}},
		{`{"keys":[{"name":"k"}]}`, []string{"required #/keys/0/secret"}},
		{`{"password":"short"}`, []string{"min_length #/password"}},
		{`{"password":"a password"}`, []string{"differs #/password"}},
		{`{"password":"z password"}`, nil},
		{`{"pin":"1"}`, []string{"min_length #/pin"}},
		{`{"pin":"1234"}`, nil},
		{`{"pin":null}`, nil},
		{`{"name":""}`, []string{"min_length #/name"}},
	} {
		a := loaded
		p, err := creating.Parse([]byte(row.patch))
		if err == nil {
			err = p.Apply(&a)
		}
		if got := codes(err); !slices.Equal(got, row.codes) {
			t.Errorf("%s breaks %q, want %q", row.patch, got, row.codes)
		}
	}
	// Members of responses are validated, sent or not.
	broken := loaded
	broken.Name = ""
	if got := codes(apply(t, accounts, `{"email":"new"}`, &broken)); !slices.Equal(got, []string{"min_length #/name"}) {
		t.Errorf("a name that is empty: %q", got)
	}
	// A new object in place of null is created completely.
	none := loaded
	none.Main = nil
	if got := codes(apply(t, accounts, `{"main":{"name":"x"}}`, &none)); !slices.Equal(got, []string{"required #/main/secret"}) {
		t.Errorf("an object without its secret: %q", got)
	}
	if err := apply(t, accounts, `{"main":null}`, &none); err != nil {
		t.Error(err)
	}
}

func TestRulesOnMembersThatNoResponseShowsAreNotChecked(t *testing.T) {
	type row struct {
		A, B *string
		C    string
	}
	a, b, c := prop.String("a").Optional().WriteOnly(), prop.String("b").Optional(), prop.String("c")
	base := collection.Of("Row", func(r *row) collection.Fields {
		return collection.Fields{
			a.AtOptional(&r.A),
			b.AtOptional(&r.B),
			c.At(&r.C),
		}
	})
	x := "x"
	for name, tt := range map[string]struct {
		of    *collection.Collection[row]
		row   row // as it was loaded
		patch string
		codes []string
	}{
		"all or none":             {base.AllOrNone(a, b), row{}, `{"b":"x"}`, nil},
		"all or none, sent":       {base.AllOrNone(a, b), row{}, `{"a":"x"}`, []string{"all_or_none #"}},
		"at least one":            {base.AtLeastOne(a, b), row{}, `{"c":"x"}`, nil},
		"exactly one":             {base.ExactlyOne(a, b), row{A: &x}, `{"b":"x"}`, nil},
		"exactly one, sent":       {base.ExactlyOne(a, b), row{B: &x}, `{"a":"x"}`, []string{"exactly_one #"}},
		"required when it is":     {base.RequiredWhen(collection.Equals(c, "x"), a), row{}, `{"c":"x"}`, nil},
		"required when it is b":   {base.RequiredWhen(collection.Equals(c, "x"), b), row{}, `{"c":"x"}`, []string{"required_when #/b"}},
		"required when a is":      {base.RequiredWhen(collection.Equals(a, "x"), b), row{A: &x}, `{"c":"x"}`, nil},
		"required when a is sent": {base.RequiredWhen(collection.Equals(a, "x"), b), row{}, `{"a":"x"}`, []string{"required_when #/b"}},
		"at least two members":    {base.MinProperties(2), row{}, `{"c":"x"}`, nil},
		"at least three members":  {base.MinProperties(3), row{}, `{"c":"x"}`, []string{"min_properties #"}},
		"at most two members":     {base.MaxProperties(2), row{A: &x}, `{"b":"x"}`, nil},
		"at most one member":      {base.MaxProperties(1), row{}, `{"b":"x"}`, []string{"max_properties #"}},
		"a rule about it":         {base.Rule("same", "must be b", func(r *row) bool { return r.A != nil }, b, a), row{}, `{"b":"x"}`, nil},
		"a rule about it, sent":   {base.Rule("same", "must be b", func(r *row) bool { return r.A == nil }, b, a), row{}, `{"a":"x"}`, []string{"same #/b"}},
		"a rule about the rest":   {base.Rule("same", "must be b", func(r *row) bool { return r.B == nil }, b), row{}, `{"b":"x"}`, []string{"same #/b"}},
		"a rule about no member":  {base.Rule("same", "must be b", func(r *row) bool { return r.B == nil }), row{}, `{"b":"x"}`, []string{"same #"}},
	} {
		if got := codes(apply(t, tt.of, tt.patch, &tt.row)); !slices.Equal(got, tt.codes) {
			t.Errorf("%s: %s breaks %q, want %q", name, tt.patch, got, tt.codes)
		}
	}
}
