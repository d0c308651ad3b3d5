package kinds_test

import (
	"context"
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

type notice struct {
	Void  string
	Blank *int
	Inner struct{ List []int }
	More  map[string]bool
}

var (
	void    = prop.String("text").MinLen(2).As("")
	blank   = prop.Nullable(prop.Int("blank")).Optional()
	inner   = collection.New("Inner", prop.Array(prop.Int("").Min(1)).As(""))
	notices = collection.New("Notice", void, blank, prop.Object(inner).As("inner").Optional()).IgnoreUnknown()
	memos   = collection.Of("Memo", func(n *notice) collection.Fields {
		return collection.Fields{
			void.At(&n.Void),
			prop.Int("n").Optional().AtOptional(&n.Blank),
			collection.Additional(prop.Bool("more"), &n.More),
		}
	})
)

// A member may have the name "" (RFC 8259 §4); its pointer is #/ (RFC 6901 §5).
func TestMembersWithoutAName(t *testing.T) {
	var stored notice
	record := route.Put("/record", notices.Create(), notices.View())
	memo := route.Put("/memo", memos.Create(), memos.View())
	app := kit.Build(t, kit.API(
		record.Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
		memo.Handle(func(_ *route.Call, in notice) (notice, error) { stored = in; return in, nil }),
		route.Patch("/memo", memos.Update(), memos.View()).
			Handle(func(_ *route.Call, p collection.Patch[notice]) (notice, error) { return stored, p.Apply(&stored) }),
		route.Put("/query", memos.Create(), memos.View()).Query(route.AsJSON(prop.Object(notices).As("q").Optional())).
			Handle(func(_ *route.Call, in notice) (notice, error) { return in, nil }),
	))
	for _, tt := range []struct{ method, target, body, want string }{
		{"PUT", "/record", `{"":"ab","blank":null,"inner":{"":[1,2]}}`, `{"data":{"":"ab","blank":null,"inner":{"":[1,2]}}}`},
		{"PUT", "/record", `{"":"ab","x":1}`, `{"data":{"":"ab"}}`},
		{"PUT", "/record", `{"x":1}`, "required #/"},
		{"PUT", "/record", `{"":"a","inner":{"":[1,0]}}`, "min_length #/, min #/inner//1"},
		{"PUT", "/record", `{"":"ab","inner":{}}`, "required #/inner/"},
		{"PUT", "/memo", `{"":"ab","n":1,"x":true}`, `{"data":{"":"ab","n":1,"x":true}}`},
		{"PUT", "/memo", `{"":3,"x":4}`, "type #/, type #/x"},
		{"PATCH", "/memo", `{"":null}`, "null #/"},
		{"PATCH", "/memo", `{"":"cd"}`, `{"data":{"":"cd","n":1,"x":true}}`},
		{"PUT", "/query?q=%7B%22%22:%22a%22%7D", `{"":"ab"}`, "min_length query:q/"},
	} {
		header := []string{"Content-Type: application/json"}
		if tt.method == "PATCH" {
			header[0] = "Content-Type: application/merge-patch+json"
		}
		if got := outcome(t, kit.Send(t, app, tt.method, tt.target, tt.body, header...)); got != tt.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", tt.method, tt.target, tt.body, got, tt.want)
		}
	}

	sent := collection.NewRecord(notices)
	void.Set(sent, "xyz")
	got, err := record.Call(context.Background(), client.Local(app), sent)
	if v, ok := got.Lookup(""); err != nil || v != "xyz" || !ok {
		t.Errorf("the typed client got %v, %v, %v", v, ok, err)
	}
	if back, err := memo.Call(context.Background(), client.Local(app), notice{Void: "xyz"}); err != nil || back.Void != "xyz" {
		t.Errorf("the typed client got %v, %v", back, err)
	}
	for _, v := range []oas.Version{oas.V30, oas.V31, oas.V32} {
		doc, err := oas.JSON(app, v, oas.RequestExamples())
		text := strings.Join(strings.Fields(string(doc)), "")
		for _, want := range []string{`"properties":{"":{"type":"string","minLength":2}`, `"required":[""]`, `"":[1`} {
			if err != nil || !strings.Contains(text, want) {
				t.Errorf("%s: %v, no %s", v, err, want)
			}
		}
	}
}

// Scopes hide the member, and a constant distinguishes cases without a tag.
func TestMembersWithoutANameMeet(t *testing.T) {
	type secret struct {
		ID   int
		Void *string
	}
	secrets := collection.Of("Secret", func(s *secret) collection.Fields {
		return collection.Fields{prop.Int("id").At(&s.ID), prop.String("").As("").Optional().AtOptional(&s.Void).VisibleTo("write")}
	})
	either := collection.OneOf("Either",
		collection.CaseOf[collection.Record](collection.New("A", prop.Const("", "a").As(""), prop.Int("n").Optional())),
		collection.CaseOf[collection.Record](collection.New("B", prop.Const("", "b").As(""), prop.Bool("n").Optional())))
	text := "hidden"
	app := kit.Build(t, kit.API(
		route.Get("/secret", secrets.View()).Handle(func(*route.Call) (secret, error) { return secret{1, &text}, nil }),
		route.Put("/either", either.Create(), either.View()).Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	).Authenticate(kit.Bearer))
	for _, tt := range []struct{ method, target, body, caller, want string }{
		{"GET", "/secret", "", "bob", `{"data":{"id":1}}`},
		{"GET", "/secret", "", "ann", `{"data":{"id":1,"":"hidden"}}`},
		{"PUT", "/either", `{"":"b","n":true}`, "bob", `{"data":{"":"b","n":true}}`},
		{"PUT", "/either", `{"":"a","n":true}`, "bob", `no_case #, type #/n`},
	} {
		if got := outcome(t, kit.Send(t, app, tt.method, tt.target, tt.body, "Authorization: Bearer "+tt.caller)); got != tt.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", tt.method, tt.target, tt.body, got, tt.want)
		}
	}
}

// Only JSON has members without a name: a[]=1 is an item of a list.
func TestFaultsOfMembersWithoutAName(t *testing.T) {
	put := func(b route.Body[collection.Record]) tenon.API {
		return kit.API(route.Put("/a", b, notices.View()).Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }))
	}
	whole := prop.Object(inner).As("whole")
	plain := collection.New("Plain", whole)
	for _, tt := range []struct {
		api  tenon.API
		want string
	}{
		{put(route.Form(inner.Create())), `PUT /a: a field of a form needs a name; only JSON has members without one`},
		{put(route.Multipart(inner.Create())), `PUT /a: a field of a form needs a name; only JSON has members without one`},
		{put(route.Form(plain.Create(), route.DeepObject(whole))), `PUT /a: a field of a form needs a name; only JSON has members without one`},
		{kit.APIWithQuery(route.DeepObject(whole)), `query parameter "whole" has a member without a name, which only JSON has; see route.AsJSON`},
		{kit.APIWithQuery(prop.Int("").As("")), `a query parameter needs a name`},
		{kit.APIWithBody(collection.New("A", prop.File("").As(""))), `member "" is a file, which only a form has; see route.Multipart`},
	} {
		if _, err := tt.api.Build(); err == nil || strings.Count(err.Error(), tt.want) != 1 {
			t.Errorf("Build returned %v, want %s", err, tt.want)
		}
	}
	kit.Build(t, put(route.Multipart(plain.Create()))) // the part is JSON
}
