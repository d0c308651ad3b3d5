package oastest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// Applying the changes to the old lines gives the new ones.
func TestChangesLeadFromTheOldTextToTheNew(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func() (out []string) {
		for range rng.IntN(30) {
			out = append(out, fmt.Sprintf("%d\n", rng.IntN(12)))
		}
		return out
	}
	for range 20_000 {
		a, b := some(), some()
		if rng.IntN(2) == 0 {
			b = slices.Clone(a)
			for range rng.IntN(4) {
				at := rng.IntN(len(b) + 1)
				b = slices.Insert(b, at, fmt.Sprintf("new %d\n", rng.IntN(3)))
			}
		}
		var got []string
		at := 0
		for _, c := range changes(a, b) {
			got = append(append(got, a[at:c.oldFrom]...), b[c.newFrom:c.newTo]...)
			at = c.oldTo
			if c.oldFrom == c.oldTo && c.newFrom == c.newTo {
				t.Fatalf("an empty change of %q and %q", a, b)
			}
		}
		if got = append(got, a[at:]...); !slices.Equal(got, b) {
			t.Fatalf("%q\nto %q\ngot %q", a, b, got)
		}
	}
}

// Every changed line is shown, in documents of any length, below its operation or component.
func TestEveryChangedLineIsShownWithItsPlace(t *testing.T) {
	for _, file := range []string{"../testdata/shop.yaml", "../testdata/shop-3.1.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		old := lines(string(text))
		now := slices.Clone(old)
		var changed []string
		for i := 20; i < len(now); i += 97 {
			changed = append(changed, strings.TrimSuffix(now[i], "\n"))
			now[i] = strings.TrimSuffix(now[i], "\n") + "!\n"
		}
		got := unified(string(text), strings.Join(now, ""))
		for _, line := range changed {
			if !strings.Contains(got, "\n-"+line+"\n") || !strings.Contains(got, "\n+"+line+"!\n") {
				t.Errorf("%s: no change of %q", file, line)
			}
		}
		if n := strings.Count(got, "\n-"); n != len(changed) {
			t.Errorf("%s: %d lines are removed, want %d", file, n, len(changed))
		}
		for header := range strings.SplitSeq(got, "\n") {
			if _, place, ok := strings.Cut(header, " @@ "); strings.HasPrefix(header, "@@") && (!ok || place == "") {
				t.Errorf("%s: no place in %q", file, header)
			}
		}
	}
}

func TestPlacesAreOperationsAndComponents(t *testing.T) {
	yaml := "openapi: \"3.0.4\"\npaths:\n  /a:\n    get:\n      description: |-\n        One.\n\n        note: two.\n    post:\n      summary: S\n" +
		"components:\n  schemas:\n    A:\n      type: object\n"
	want := []string{"openapi", "paths", "/a", "GET /a", "GET /a", "GET /a", "GET /a", "GET /a", "POST /a", "POST /a",
		"components", "components", "components/schemas/A", "components/schemas/A"}
	if got := placesOf(lines(yaml)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	json := "{\n  \"paths\": {\n    \"/a\": {\n      \"get\": {\n        \"tags\": [\n          \"x\"\n        ]\n      }\n    }\n  }\n}\n"
	want = []string{"", "paths", "/a", "GET /a", "GET /a", "GET /a", "GET /a", "GET /a", "/a", "paths", ""}
	if got := placesOf(lines(json)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
