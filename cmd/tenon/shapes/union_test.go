package shapes_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/shapes"
	"github.com/tenon-go/tenon/collection"
)

// echoed returns what a union writes of a text, or the rules that it violates.
func echoed[T any](u collection.Union[T], text string) string {
	v, err := u.Create().Parse([]byte(text))
	if err != nil {
		return err.Error()
	}
	out, err := u.View().Append(nil, v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// Printed unions have the cases of the declared ones, of any type, and may contain themselves.
func TestPrintedUnionsDoTheSame(t *testing.T) {
	code, err := shapes.Go("main", shapes.OneOf(ruleUnion()), shapes.OneOf(quantities), shapes.OneOf(ratings))
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{`"a"`, `["a",[],{"not":{"not":["b"]}}]`, `["a",{"not":""}]`, `["toolong",{}]`, `7`, `0.5`, `null`, `["x"]`,
		`{"op":"span","from":1}`, `{"op":"label","label":""}`, `{"op":"x"}`, `"good"`, `"better"`, `{"in":"a","reviewer":"p"}`, `{"in":"abcdefg"}`, `{"in":"a","reviewer":{"name":""}}`}
	main := `package main

import (
	"fmt"
	"os"

	"github.com/tenon-go/tenon/collection"
)

func echoed[T any](u collection.Union[T], text string) string {
	v, err := u.Create().Parse([]byte(text))
	if err != nil {
		return err.Error()
	}
	out, err := u.View().Append(nil, v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

func main() {
	for _, text := range os.Args[1:] {
		fmt.Printf("%s\x00%s\x00%s\x00", echoed(RuleUnion(), text), echoed(QuantityUnion, text), echoed(RatingUnion, text))
	}
}
`
	dir := module(t, map[string]string{"unions.go": string(code), "main.go": main})
	got := strings.Split(run(t, dir, append([]string{"."}, texts...)...), "\x00")
	if len(got) != 3*len(texts)+1 {
		t.Fatalf("%d outcomes", len(got))
	}
	accepted := 0
	for i, text := range texts {
		for j, want := range []string{echoed(ruleUnion(), text), echoed(quantities, text), echoed(ratings, text)} {
			if got[3*i+j] != want {
				t.Errorf("of %s the printed union says\n%s\nand the declared one\n%s", text, got[3*i+j], want)
			}
			if !strings.HasPrefix(want, "#") {
				accepted++
			}
		}
	}
	if accepted < 12 {
		t.Errorf("only %d texts are accepted", accepted)
	}
}
