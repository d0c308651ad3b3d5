package shapes_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/shapes"
)

func TestPrintsCollectionsOfStructs(t *testing.T) {
	text, err := shapes.Collections("testdata/structs", "Product")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "structs.go.golden", text)
	all, err := shapes.Collections("testdata/structs")
	if err != nil {
		t.Fatal(err)
	}
	if text := string(all); strings.Count(text, " = collection.Of(")+strings.Count(text, "return collection.Of(") != 4 ||
		!strings.Contains(text, `collection.Of("Base"`) {
		t.Errorf("of all structs are printed\n%s", all)
	}

	shop, err := os.ReadFile("testdata/structs/shop.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := module(t, map[string]string{
		"structs/shop.go": string(shop), "structs/shop_gen.go": string(text),
		"main.go": `package main

import (
	"fmt"

	"example.com/shop/structs"
)

func main() {
	p, err := structs.ProductCollection.Create().Parse([]byte(` + "`" + `{"id":"1","created":"2026-01-02T03:04:05Z","name":"A","price":5,"share":0.5,"sku":"c","status":"draft","text":"t","level":1,
		"note":null,"tags":["a"],"grid":[[1]],"labels":{"a":null},"seal":"AAEC","lasts":"PT5S","from":"192.0.2.1",
		"size":{"width":1,"height":2},"sizes":[],"tree":{"label":"a","children":[]}}` + "`" + `))
	if err != nil {
		panic(err)
	}
	out, err := structs.ProductCollection.View().Append(nil, p)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(out))
}
`})
	const want = `{"id":"1","created":"2026-01-02T03:04:05.000000Z","name":"A","price":5,"share":0.5,"sku":"c","status":"draft","text":"t","level":1,` +
		`"note":null,"tags":["a"],"extra":[],"texts":{},"blob":"","rating":0,"weight":0,"remark":"","fragile":false,"grace":"PT0S","grid":[[1]],"labels":{"a":null},"seal":"AAEC","lasts":"PT5S","from":"192.0.2.1",` +
		`"size":{"width":1,"height":2},"sizes":[],"tree":{"label":"a","children":[]}}` + "\n"
	if got := run(t, dir, "."); got != want {
		t.Errorf("what was printed answers\n%s, want\n%s", got, want)
	}
}

func TestRefusesStructs(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		types string
		want  string
	}{
		{"no such type", map[string]string{"a.go": "package a\n"}, "A", "declares no type A"},
		{"no struct", map[string]string{"a.go": "package a\n\ntype A int\n"}, "A", "a.go:3:6: A is no plain struct"},
		{"a generic one", map[string]string{"a.go": "package a\n\ntype A[T any] struct{}\n"}, "A", "A is no plain struct"},
		{"none", map[string]string{"a.go": "package a\n\ntype a struct{}\n"}, "", "declares no exported struct"},
		{"no Go", map[string]string{"a.txt": ""}, "", "there is no Go in"},
		{"no syntax", map[string]string{"a.go": "package a\n\ntype\n"}, "", "a.go:3:"},
		{"two packages", map[string]string{"a.go": "package a\n", "b.go": "package b\n"}, "", "has the packages a and b"},
	} {
		dir := t.TempDir()
		for name, text := range test.files {
			write(t, dir+"/"+name, text)
		}
		text, err := shapes.Collections(dir, strings.Fields(test.types)...)
		if err == nil || !strings.Contains(err.Error(), test.want) || text != nil {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	// What embeds itself compiles nowhere, and must not be followed for ever.
	dir := t.TempDir()
	write(t, dir+"/a.go", "package a\n\ntype A struct{ B }\n\ntype B struct {\n\tA\n\tN int\n}\n")
	if text, err := shapes.Collections(dir, "A"); err != nil || !strings.Contains(string(text), `prop.Int("n")`) {
		t.Errorf("%v\n%s", err, text)
	}
}
