package contents_test

import (
	"context"
	"fmt"
	"maps"
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

const urlencoded = "Content-Type: application/x-www-form-urlencoded"

// labelled has members that its collection does not declare.
type labelled struct {
	Name   string
	Labels map[string]int
	Lists  map[string][]string
	Parts  map[string]map[string]string
}

var labelledName = prop.String("name")

func labels(l *labelled) collection.Fields {
	return collection.Fields{labelledName.At(&l.Name), collection.Additional(prop.Int("labels").Max(9), &l.Labels)}
}

func labelledForm(format func(route.Body[labelled], ...prop.Prop) route.Body[labelled], fields func(*labelled) collection.Fields) *route.WriteRoute[labelled, string] {
	c := collection.Of("Labelled", fields).MaxProperties(4)
	return route.Post("/labels", format(c.Create()), route.Text(prop.String("seen"))).Status(200)
}

func serveLabels(_ *route.Call, in labelled) (string, error) {
	return fmt.Sprint(in.Name, in.Labels, in.Lists, in.Parts), nil
}

func TestAFormHasAdditionalMembers(t *testing.T) {
	lists := func(l *labelled) collection.Fields {
		return collection.Fields{labelledName.At(&l.Name), collection.Additional(prop.Array(prop.String("lists").MinLen(1)).MaxItems(2), &l.Lists)}
	}
	for _, tt := range []struct {
		fields     func(*labelled) collection.Fields
		body, want string
	}{
		{labels, "name=n", "nmap[] map[] map[]"},
		{labels, "b=2&name=n&a=1&%C3%A4+%26=3", "nmap[a:1 b:2 ä &:3] map[] map[]"},
		{labels, "name=n&a=x", "type #/a"},
		{labels, "name=n&a=10&b=11", "max #/a, max #/b"},
		{labels, "name=n&a=1&a=2", "repeated #/a"},
		{labels, "a=1", "required #/name"},
		{labels, "name=n&%FF=1", "encoding #/%FF"},
		{labels, "name=n&a=1&b=2&c=3&d=4", "max_properties #"},
		{lists, "name=n&a=1&b=2&a=3", "nmap[] map[a:[1 3] b:[2]] map[]"},
		{lists, "name=n&a=1&a=", "min_length #/a/1"},
		{lists, "name=n&a=1&a=2&a=3", "max_items #/a"},
	} {
		app := kit.Build(t, kit.API(labelledForm(route.Form[labelled], tt.fields).Handle(serveLabels)))
		got := kit.Send(t, app, "POST", "/labels", tt.body, urlencoded)
		if text := textOrViolations(t, got); text != tt.want {
			t.Errorf("%s: %d %s, want %s", tt.body, got.Status, text, tt.want)
		}
	}
}

// textOrViolations returns the body of a success, or the violations of a problem.
func textOrViolations(t *testing.T, r kit.Response) string {
	t.Helper()
	if r.Status < 400 {
		return r.Body
	}
	if all := r.Problem(t).Violations(); len(all) > 0 {
		return strings.Join(all, ", ")
	}
	return r.Code()
}

// A part of a multipart form has what a part of JSON declares.
func TestAMultipartFormHasAdditionalMembers(t *testing.T) {
	parts := func(l *labelled) collection.Fields {
		return collection.Fields{labelledName.At(&l.Name), collection.Additional(prop.Map(prop.String("parts")), &l.Parts)}
	}
	post := labelledForm(route.Multipart[labelled], parts)
	app := kit.Build(t, kit.API(post.Handle(serveLabels)))
	part := func(name, text string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + text + "\r\n"
	}
	multipart := "Content-Type: multipart/form-data; boundary=b"
	for body, want := range map[string]string{
		part("name", "n") + part("a", `{"b":"c"}`): "nmap[] map[] map[a:map[b:c]]",
		part("name", "n") + part("a", `{"b":1}`):   "type #/a/b",
		part("name", "n") + part("a", `{`):         "any #/a",
	} {
		got := kit.Send(t, app, "POST", "/labels", body+"--b--\r\n", multipart)
		if text := textOrViolations(t, got); text != want {
			t.Errorf("%d %s, want %s", got.Status, text, want)
		}
	}
	in := labelled{Name: "n", Parts: map[string]map[string]string{"a": {"b": "c"}, "d": {}}}
	if got, err := post.Call(context.Background(), client.Local(app), in); err != nil || got != "nmap[] map[] map[a:map[b:c] d:map[]]" {
		t.Error(got, err)
	}
}

func TestAClientSendsTheAdditionalMembersOfAForm(t *testing.T) {
	post := labelledForm(route.Form[labelled], labels)
	server, _ := kit.Start(t, tenon.New("Forms", "1"), post.Handle(serveLabels))
	c := client.New(server.URL)
	in := labelled{Name: "n", Labels: map[string]int{"a": 1, "ä &": 3, "": 4}}
	if got, err := post.Call(context.Background(), c, in); err != nil || got != fmt.Sprint("n", in.Labels, " map[] map[]") {
		t.Error(got, err)
	}
	for _, wrong := range []map[string]int{{"name": 1}, {"a": 10}} {
		if got, err := post.Call(context.Background(), c, labelled{Name: "n", Labels: wrong}); err == nil {
			t.Errorf("%v was sent: %s", wrong, got)
		}
	}
	lists := labelledForm(route.Form[labelled], func(l *labelled) collection.Fields {
		return collection.Fields{labelledName.At(&l.Name), collection.Additional(prop.Array(prop.String("lists")), &l.Lists)}
	})
	empty := labelled{Name: "n", Lists: map[string][]string{"a": {}}}
	if _, err := lists.Call(context.Background(), c, empty); err == nil {
		t.Error("an empty list has no text, and was sent")
	}
}

func TestDocumentsDescribeTheAdditionalMembersOfAForm(t *testing.T) {
	app := kit.Build(t, kit.API(labelledForm(route.Form[labelled], labels).Handle(serveLabels)))
	for _, v := range oas.Versions() {
		doc := document(t, app, v)
		schemas, _ := at(doc, "components", "schemas").(map[string]any)
		found := false
		for name := range maps.Keys(schemas) {
			found = found || at(schemas, name, "additionalProperties", "maximum") == 9.0
		}
		if !found {
			t.Errorf("%s: %v", v, schemas)
		}
	}
}

func TestTheAdditionalMembersOfAFormMustHaveATextInIt(t *testing.T) {
	parts := collection.Of("Parts", func(l *labelled) collection.Fields {
		return collection.Fields{labelledName.At(&l.Name), collection.Additional(prop.Map(prop.String("parts")), &l.Parts)}
	})
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Post("/labels", route.Form(parts.Create()), parts.View()).Handle(func(_ *route.Call, in labelled) (labelled, error) { return in, nil })),
			`POST /labels: member "parts" cannot be written in a form; it must be text or a list of texts`),
	)
}
