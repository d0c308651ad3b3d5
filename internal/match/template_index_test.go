package match_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tenon-go/tenon/internal/match"
)

// An index finds a pair of templates if and only if Compare does not return Disjoint, for all
// pairs of templates over a small alphabet.
func TestTemplateIndexFindsAllButDisjointTemplates(t *testing.T) {
	segments := []string{"a", "b", "%61", "{x}", "{y}", "{x}.a", "b.{y}", "a.{y}"}
	var texts []string
	for _, one := range append(slices.Clone(segments), "") {
		texts = append(texts, "/"+one)
	}
	for _, one := range segments {
		for _, two := range append(slices.Clone(segments), "") {
			texts = append(texts, "/"+one+"/"+two)
			if two == "" {
				continue
			}
			for _, three := range []string{"a", "{z}", ""} {
				texts = append(texts, "/"+one+"/"+two+"/"+three)
			}
			texts = append(texts, "/"+one+"/{z...}", "/"+one+"/"+two+"/{z...}", "/{z...}/"+one, "/"+one+"/{z...}/"+two, "/"+one+"/{z...}/"+two+"/")
		}
	}
	var all []match.Template
	var met match.TemplateIndex
	for _, text := range texts {
		tpl, err := match.Parse(text)
		if err != nil {
			continue // such as one parameter twice
		}
		met.Add(tpl, len(all))
		all = append(all, tpl)
	}
	if len(all) < 80 {
		t.Fatalf("only %d templates", len(all))
	}
	for _, a := range all {
		var want []int
		for i, b := range all {
			if match.Compare(a, b) != match.Disjoint {
				want = append(want, i)
			}
		}
		if got := slices.Sorted(met.With(a)); !slices.Equal(got, want) {
			t.Errorf("%s meets %v, not %v", a, names(all, got), names(all, want))
		}
	}
}

func TestTemplateIndexStopsWithItsRange(t *testing.T) {
	var met match.TemplateIndex
	for i, text := range []string{"/a", "/b", "/{x}", "/{y}"} {
		tpl, err := match.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		met.Add(tpl, i)
	}
	any, err := match.Parse("/{z}")
	if err != nil {
		t.Fatal(err)
	}
	for most := 1; most <= 4; most++ {
		n := 0
		for range met.With(any) {
			if n++; n == most {
				break
			}
		}
		if n != most {
			t.Errorf("%d were met, not %d", n, most)
		}
	}
}

func names(all []match.Template, of []int) (names []string) {
	for _, i := range of {
		names = append(names, fmt.Sprint(all[i]))
	}
	return names
}
