package contents_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A parcel goes to an address, a box or a branch, which the fields of a form tell apart.
type (
	toAddress struct {
		Street string
		Tags   []string
		Meta   map[string]int
	}
	toBox struct {
		Box  int
		Tags []string
	}
	toBranch struct {
		Kind  string
		Photo prop.Upload
	}
)

var (
	parcelTags = prop.Array(prop.String("tag")).As("tags").MaxItems(3).Default(nil)
	parcelMeta = prop.Map(prop.Int("meta")).Default(nil)
	addresses  = collection.Of("ToAddress", func(a *toAddress) collection.Fields {
		return collection.Fields{prop.String("street").MinLen(3).At(&a.Street), parcelTags.At(&a.Tags), parcelMeta.At(&a.Meta)}
	})
	boxes = collection.Of("ToBox", func(b *toBox) collection.Fields {
		return collection.Fields{prop.Int("box").Min(1).At(&b.Box), parcelTags.At(&b.Tags)}
	})
	targets = collection.OneOf("Target", collection.CaseOf[any](addresses), collection.CaseOf[any](boxes))

	kindOf = func(kind string) collection.Field { return collection.Fixed(prop.Const("kind", kind)) }
	tagged = collection.OneOf("TaggedTarget",
		collection.CaseOf[any](collection.Of("TaggedAddress", func(a *toAddress) collection.Fields {
			return collection.Fields{kindOf("address"), prop.String("to").MinLen(3).At(&a.Street)}
		})),
		collection.CaseOf[any](collection.Of("TaggedBox", func(b *toBox) collection.Fields {
			return collection.Fields{kindOf("box"), prop.Int("to").Min(1).At(&b.Box)}
		}))).Tagged("kind")

	first = collection.AnyOf("FirstTarget",
		collection.CaseOf[any](collection.Of("FirstBox", func(b *toBox) collection.Fields {
			return collection.Fields{prop.Int("to").Min(1).At(&b.Box)}
		})),
		collection.CaseOf[any](collection.Of("FirstAddress", func(a *toAddress) collection.Fields {
			return collection.Fields{prop.String("to").MinLen(3).At(&a.Street)}
		})))

	pictured = collection.OneOf("PicturedTarget",
		collection.CaseOf[any](boxes),
		collection.CaseOf[any](collection.Of("ToBranch", func(b *toBranch) collection.Fields {
			return collection.Fields{prop.String("branch").At(&b.Kind), prop.File("photo").At(&b.Photo)}
		})))
)

func sendTo(_ *route.Call, in any) (string, error) {
	if b, is := in.(toBranch); is {
		return fmt.Sprintf("branch %s %s", b.Kind, b.Photo.Name()), nil
	}
	return fmt.Sprintf("%T %+v", in, in), nil
}

// read returns the content of a success, or the violations.
func read(t *testing.T, r kit.Response) string {
	t.Helper()
	if r.Status == 200 {
		return r.Body
	}
	return strings.Join(r.Problem(t).Violations(), ", ")
}

func TestFormsOfUnions(t *testing.T) {
	post := func(path string, body route.Body[any]) *route.WriteRoute[any, string] {
		return route.Post(path, body, route.Text(outcome)).Status(200)
	}
	plain := post("/plain", route.Form(targets.Create(), route.CSV(parcelTags), route.DeepObject(parcelMeta)))
	parts := post("/parts", route.Multipart(targets.Create()))
	withPicture := post("/pictured", route.Multipart(pictured.Create()))
	server, _ := kit.Start(t, tenon.New("Parcels", "1"), plain.Handle(sendTo), parts.Handle(sendTo),
		post("/tagged", route.Form(tagged.Create())).Handle(sendTo),
		post("/first", route.Form(first.Create())).Handle(sendTo),
		post("/tags", route.Multipart(tagged.Create())).Handle(sendTo),
		withPicture.Handle(sendTo))

	const form = "Content-Type: application/x-www-form-urlencoded"
	for _, tt := range []struct{ path, fields, want string }{
		{"/plain", "street=Oak+1&tags=a,b&meta[x]=1", "contents_test.toAddress {Street:Oak 1 Tags:[a b] Meta:map[x:1]}"},
		{"/plain", "box=7", "contents_test.toBox {Box:7 Tags:[]}"},
		{"/plain", "box=0", "no_case #, min #/box"},
		{"/plain", "street=O", "no_case #, min_length #/street"},
		{"/plain", "", "no_case #, required #/street"},
		{"/plain", "box=7&street=Oak+1", "no_case #, unknown #/box"},
		{"/plain", "box=7&meta[x]=1", "no_case #, unknown #/meta"},
		{"/plain", "box=7&box=8", "no_case #, repeated #/box"},
		{"/tagged", "kind=box&to=7", "contents_test.toBox {Box:7 Tags:[]}"},
		{"/tagged", "kind=address&to=777", "contents_test.toAddress {Street:777 Tags:[] Meta:map[]}"},
		{"/tagged", "kind=box&to=Oak", "type #/to"},
		{"/tagged", "kind=ship&to=7", "one_of #/kind"},
		{"/tagged", "to=7", "required #/kind"},
		{"/tagged", "kind=box&kind=address&to=777", "repeated #/kind"},
		{"/first", "to=777", "contents_test.toBox {Box:777 Tags:[]}"},
		{"/first", "to=Oak", "contents_test.toAddress {Street:Oak Tags:[] Meta:map[]}"},
		{"/first", "to=x", "no_case #, min_length #/to"},
	} {
		r := exchange(t, server, "POST", tt.path, tt.fields, form)
		if got := read(t, r); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.path, tt.fields, got, tt.want)
		}
	}

	for _, tt := range []struct {
		path  string
		parts []part
		want  string
	}{
		{"/pictured", []part{{"branch", "", "", "north"}, {"photo", "a.png", "image/png", "x"}}, "branch north a.png"},
		{"/pictured", []part{{"box", "", "", "7"}, {"tags", "", "", "a"}, {"tags", "", "", "b"}}, "contents_test.toBox {Box:7 Tags:[a b]}"},
		{"/pictured", []part{{"branch", "", "", "north"}}, "no_case #, required #/photo"},
		{"/pictured", []part{{"box", "", "application/json", `"x"`}}, "no_case #, type #/box"},
		{"/tags", []part{{"kind", "", "application/json", `"box"`}, {"to", "", "", "7"}}, "contents_test.toBox {Box:7 Tags:[]}"},
		{"/tags", []part{{"kind", "", "application/json", `"ship"`}, {"to", "", "", "7"}}, "no_case #, one_of #/kind"},
	} {
		mediaType, content := formOf(t, tt.parts...)
		r := exchange(t, server, "POST", tt.path, content, "Content-Type: "+mediaType)
		if got := read(t, r); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.parts, got, tt.want)
		}
	}

	c := client.New(server.URL)
	for _, v := range []any{toAddress{Street: "Oak 1", Tags: []string{"a", "b"}, Meta: map[string]int{"x": 1}}, toBox{Box: 3}} {
		want, _ := sendTo(nil, v)
		for _, r := range []*route.WriteRoute[any, string]{plain, parts} {
			got, err := r.Call(t.Context(), c, v)
			if err != nil || got != want {
				t.Errorf("the client sends %+v, which the server reads as %s (%v)", v, got, err)
			}
		}
	}
}

// A style is of the members of all cases.
func TestStylesOfFormsOfUnions(t *testing.T) {
	type numbers struct {
		Box  int
		Meta map[string]int
	}
	meta := prop.Map(prop.Int("meta")).MinProperties(1)
	counted := collection.Of("Counted", func(n *numbers) collection.Fields {
		return collection.Fields{prop.Int("box").At(&n.Box), meta.At(&n.Meta)}
	})
	type sides struct {
		Street string
		Meta   origin
	}
	sided := collection.Of("Sided", func(s *sides) collection.Fields {
		return collection.Fields{prop.String("street").At(&s.Street), prop.Object(origins).As("meta").At(&s.Meta)}
	})
	either := collection.OneOf("Styled", collection.CaseOf[any](counted), collection.CaseOf[any](sided))
	post := route.Post("/styled", route.Form(either.Create(), route.DeepObject(meta)), route.Text(outcome)).Status(200)
	server, _ := kit.Start(t, tenon.New("Parcels", "1"), post.Handle(sendTo))
	c := client.New(server.URL)
	for _, v := range []any{numbers{7, map[string]int{"a": 1, "b": 2}}, sides{"Oak", origin{"12"}}} {
		want, _ := sendTo(nil, v)
		if got, err := post.Call(t.Context(), c, v); err != nil || got != want {
			t.Errorf("%+v is read as %s (%v)", v, got, err)
		}
	}
	for fields, want := range map[string]string{
		"box=7&meta[a]=x":       "no_case #, type #/meta/a",
		"street=Oak&meta[id]=1": "no_case #, min_length #/meta/id",
		"street=Oak&meta=1":     "no_case #, type #/meta",
	} {
		r := exchange(t, server, "POST", "/styled", fields, "Content-Type: application/x-www-form-urlencoded")
		if got := read(t, r); got != want {
			t.Errorf("%s: %s, want %s", fields, got, want)
		}
	}
}

// What a case ignores, and what it may lack, decides as in JSON.
func TestFormsOfUnionsThatIgnoreOrLackFields(t *testing.T) {
	type named struct {
		Name string
		Kind *string
	}
	member := func(n *named) collection.Field { return prop.String("name").MinLen(2).At(&n.Name) }
	open := collection.Of("OpenName", func(n *named) collection.Fields { return collection.Fields{member(n)} }).IgnoreUnknown()
	type boxedName struct {
		named
		Box int
	}
	boxed := collection.Of("BoxedName", func(b *boxedName) collection.Fields {
		return collection.Fields{prop.String("name").MinLen(2).At(&b.Name), prop.Int("box").Min(1).At(&b.Box)}
	})
	kind := func(name string) *prop.EnumProp[string] { return prop.Const("kind", name).Optional() }
	short := collection.Of("Short", func(n *named) collection.Fields {
		return collection.Fields{kind("short").AtOptional(&n.Kind), prop.String("name").MaxLen(3).At(&n.Name)}
	})
	type long struct{ named }
	longer := collection.Of("Long", func(n *long) collection.Fields {
		return collection.Fields{kind("long").AtOptional(&n.Kind), prop.String("name").MaxLen(9).At(&n.Name)}
	})
	post := func(path string, body route.Body[any]) *route.WriteRoute[any, string] {
		return route.Post(path, route.Form(body), route.Text(outcome)).Status(200)
	}
	type rest struct {
		named
		More map[string]string
	}
	keeping := collection.Of("Keeping", func(r *rest) collection.Fields {
		return collection.Fields{prop.String("name").MinLen(2).At(&r.Name), collection.Additional(prop.String("more").MinLen(2), &r.More)}
	})
	most := collection.AnyOf("Most", collection.CaseOf[any](open), collection.CaseOf[any](boxed), collection.CaseOf[any](keeping))
	tagged := collection.OneOf("Sized", collection.CaseOf[any](short), collection.CaseOf[any](longer)).Tagged("kind")
	named1, byTag := post("/most", most.Create()), post("/sized", tagged.Create())
	show := func(_ *route.Call, in any) (string, error) { return fmt.Sprintf("%T", in), nil }
	server, _ := kit.Start(t, tenon.New("Parcels", "1"), named1.Handle(show), byTag.Handle(show))
	for _, tt := range []struct{ path, fields, want string }{
		{"/most", "name=ab&box=1", "contents_test.boxedName"}, // loses nothing
		{"/most", "name=ab&box=0", "contents_test.named"},     // ignores box
		{"/most", "name=ab&lid=yes", "contents_test.rest"},
		{"/most", "name=ab&lid=y", "contents_test.named"},
		{"/most", "name=a&box=0", "no_case #, min_length #/name"},
		{"/sized", "name=ab&kind=long", "contents_test.long"},
		{"/sized", "name=abcd", "contents_test.long"},
		{"/sized", "name=ab", "several_cases #"},
	} {
		r := exchange(t, server, "POST", tt.path, tt.fields, "Content-Type: application/x-www-form-urlencoded")
		if got := read(t, r); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.path, tt.fields, got, tt.want)
		}
	}
	// The client sends the constant of the case, which the value lacks.
	c := client.New(server.URL)
	for _, v := range []any{named{Name: "ab"}, long{named{Name: "ab"}}} {
		want, _ := show(nil, v)
		if got, err := byTag.Call(t.Context(), c, v); err != nil || got != want {
			t.Errorf("%+v is read as %s (%v)", v, got, err)
		}
	}
}

// A form does not have JSON types, so that cases that only these tell apart are a fault.
func TestFaultsOfFormsOfUnions(t *testing.T) {
	number := collection.Of("Number", func(b *toBox) collection.Fields { return collection.Fields{prop.Int("to").At(&b.Box)} })
	text := collection.Of("Text", func(a *toAddress) collection.Fields { return collection.Fields{prop.String("to").At(&a.Street)} })
	type opened struct {
		Box  int
		More map[string]string
	}
	union := func(name string, cases ...collection.Variant[any]) route.Body[any] {
		return collection.OneOf(name, cases...).Create()
	}
	add := func(body route.Body[any]) tenon.API {
		return kit.API(route.Post("/x", body, collection.NoContent()).Handle(func(*route.Call, any) (none collection.Empty, err error) { return none, nil }))
	}
	if _, err := add(union("A", collection.CaseOf[any](number), collection.CaseOf[any](text))).Build(); err != nil {
		t.Error("in JSON, types tell the cases apart:", err)
	}
	identified := collection.Of("Identified", func(a *toAddress) collection.Fields { return collection.Fields{prop.UUID("to").At(&a.Street)} })
	if _, err := add(route.Form(union("U", collection.CaseOf[any](number), collection.CaseOf[any](identified)))).Build(); err != nil {
		t.Error("no number is a UUID:", err)
	}
	inner := collection.OneOf("Inner", collection.CaseOf[any](number), collection.CaseOf[any](text))
	for _, tt := range []struct {
		name string
		body route.Body[any]
		want string
	}{
		{"a union within", route.Form(collection.AnyOf("G", collection.CaseOf[any](boxes), collection.Case(inner.Property(), func(v any) any { return v }, func(v any) (any, bool) { return v, true })).Create()), `the fields of a form do not tell "Number" and "Text" apart`},
		{"types", route.Form(union("B", collection.CaseOf[any](number), collection.CaseOf[any](text))), `the fields of a form do not tell "Number" and "Text" apart`},
		{"parts", route.Multipart(union("C", collection.CaseOf[any](text), collection.CaseOf[any](number))), `the fields of a form do not tell "Number" and "Text" apart`},
		{"order", route.Form(collection.AnyOf("D", collection.CaseOf[any](text), collection.CaseOf[any](number)).Create()), `the fields of a form do not tell "Number" and "Text" apart`},
		{"a text", route.Form(union("E", collection.CaseOf[any](number), collection.CaseOf[any](prop.String("name")))), "a form must be one collection in Create mode, or a union of them"},
		{"an additional member", route.Form(collection.OneOf("F", collection.CaseOf[any](addresses), collection.CaseOf[any](collection.Of("Open", func(o *opened) collection.Fields {
			return collection.Fields{prop.Int("box").At(&o.Box), collection.Additional(prop.String("more"), &o.More)}
		}))).Create(), route.DeepObject(parcelMeta)), `a form has a style for "meta", which is an additional member of case "Open"`},
		{"a style", route.Form(targets.Create(), route.CSV(prop.Array(prop.String("labels")))), `a form has a style for "labels", which is not a member`},
	} {
		if _, err := add(tt.body).Build(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Build reports %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestDocumentsOfFormsOfUnions(t *testing.T) {
	photo := func(name string, mediaTypes ...string) collection.Variant[any] {
		return collection.CaseOf[any](collection.Of(name, func(b *toBranch) collection.Fields {
			return collection.Fields{kindOf(name), prop.File("photo").MediaTypes(mediaTypes...).At(&b.Photo)}
		}))
	}
	photos := collection.OneOf("Photo", photo("lossless", "image/png", "image/gif"), photo("lossy", "image/jpeg", "image/gif")).Tagged("kind")
	app := kit.Build(t, kit.API(
		route.Post("/plain", route.Form(targets.Create(), route.CSV(parcelTags), route.DeepObject(parcelMeta)), route.Text(outcome)).Handle(sendTo),
		route.Post("/photos", route.Multipart(photos.Create()), route.Text(outcome)).Handle(sendTo)))
	text, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.NewReplacer("\n", "", " ", "").Replace(string(text))
	for _, want := range []string{
		`"application/x-www-form-urlencoded":{"schema":{"$ref":"#/components/schemas/TargetCreate"},"encoding":{"tags":{"style":"form","explode":false},"meta":{"style":"deepObject","explode":true}}`,
		`"encoding":{"photo":{"contentType":"image/png,image/gif,image/jpeg"}}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the document lacks %s: %s", want, text)
		}
	}
}
