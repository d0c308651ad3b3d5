package find_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/discover/internal/find"
)

// many plants packages, each of which but the first imports the one before it.
func many(t testing.TB, n int) tree {
	files := map[string]string{"main.go": "package main\n\nfunc main() { _ = Routes() }\n"}
	for i := range n {
		name := fmt.Sprintf("p%03d", i)
		text := routed(name, fmt.Sprintf("var A, B = at(\"/%[1]s/a\"), at(\"/%[1]s/b\")\n\nvar All = route.Group(\"/%[1]s\", at(\"/c\"))\n", name))
		if i > 0 {
			text = strings.Replace(text, "import (", fmt.Sprintf("import (\n\t_ \"example.com/shop/p%03d\"", i-1), 1)
		}
		files[name+"/"+name+".go"] = text
	}
	return plant(t, files)
}

func TestParsesNothingAgainWhereNothingChanged(t *testing.T) {
	const n = 500
	tr := many(t, n)
	first := tr.find(t, find.Query{})
	if first.Packages != n+1 || first.Parsed != n+1 || first.Values != 3*n || len(first.Faults) > 0 || first.CacheErr != nil {
		t.Fatalf("parsed %d of %d packages, and found %d values; faults %v, %v", first.Parsed, first.Packages, first.Values, first.Faults, first.CacheErr)
	}
	again := tr.find(t, find.Query{})
	if again.Parsed != 0 {
		t.Errorf("again, %d packages were parsed", again.Parsed)
	}
	if again.Packages != n+1 || string(again.Text) != string(first.Text) {
		t.Errorf("again, the file of %d packages differs", again.Packages)
	}
}

func TestFindsWhatChangedAndWhatDependsOnIt(t *testing.T) {
	tr := many(t, 6) // p005 imports p004 imports …
	tr.find(t, find.Query{})
	for _, step := range []struct {
		name   string
		files  map[string]string
		parsed int // what changed, what depends on it, and what these depend on
		values int
	}{
		{"nothing", nil, 0, 18},
		{"the last", map[string]string{"p005/more.go": "package p005\n\nvar C = at(\"/c\")\n"}, 6, 19},
		{"a file that is not built", map[string]string{"p000/p_test.go": "package p000\n"}, 0, 19},
		{"the first, which all depend on", map[string]string{"p000/more.go": "package p000\n\nvar C = at(\"/c\")\n"}, 6, 20},
		{"one that no other imports", map[string]string{"alone/alone.go": "package alone\n"}, 1, 20},
		{"a file is gone, below which another has changed", map[string]string{"p005/more.go": ""}, 6, 19},
		{"a file is back", map[string]string{"p005/more.go": "package p005\n\nvar C = at(\"/c\")\n"}, 0, 20},
		{"the build", map[string]string{"go.mod": "malformed\n"}, -1, 0},
	} {
		tr.add(t, step.files)
		if step.parsed < 0 {
			if _, err := find.Find(t.Context(), find.Query{Dir: tr.dir, Output: "routes_gen.go", Cache: tr.cache}); err == nil {
				t.Errorf("%s: the go command was not asked", step.name)
			}
			continue
		}
		found := tr.find(t, find.Query{})
		if found.Parsed != step.parsed || found.Values != step.values || len(found.Faults) > 0 {
			t.Errorf("%s: parsed %d packages, want %d; %d values, want %d; faults %v", step.name, found.Parsed, step.parsed, found.Values, step.values, found.Faults)
		}
	}
}

// What a value is can depend on a package below, although its own has not changed.
func TestFindsWhatAnotherPackageMadeARoute(t *testing.T) {
	const plain = "package low\n\ntype Shown = int\n"
	tr := plant(t, map[string]string{
		"low/low.go":   plain,
		"high/high.go": "package high\n\nimport \"example.com/shop/low\"\n\nvar A low.Shown\n",
	})
	if got := listed(tr.find(t, find.Query{}).Text); got != "" {
		t.Fatalf("lists %q", got)
	}
	tr.add(t, map[string]string{"low/low.go": "package low\n\nimport \"github.com/tenon-go/tenon/route\"\n\ntype Shown = route.Member\n"})
	if got := listed(tr.find(t, find.Query{}).Text); got != "high.A" {
		t.Errorf("lists %q", got)
	}
	tr.add(t, map[string]string{"low/low.go": plain})
	if got := listed(tr.find(t, find.Query{}).Text); got != "" {
		t.Errorf("lists %q in the end", got)
	}
}

func TestFindsWhatChangedInAReplacedModule(t *testing.T) {
	tr := plant(t, map[string]string{
		"lib/go.mod":   "module example.com/lib\n",
		"lib/lib.go":   "package lib\n\ntype Shown = int\n",
		"high/high.go": "package high\n\nimport \"example.com/lib\"\n\nvar A lib.Shown\n",
	})
	mod, err := os.ReadFile(filepath.Join(tr.dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	tr.add(t, map[string]string{"go.mod": string(mod) + "\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n"})
	if got := listed(tr.find(t, find.Query{}).Text); got != "" {
		t.Fatalf("lists %q", got)
	}
	tr.add(t, map[string]string{
		"lib/lib.go": "package lib\n\nimport \"github.com/tenon-go/tenon/route\"\n\ntype Shown = route.Member\n",
		"lib/go.mod": "module example.com/lib\n\ngo 1.26.0\n\nrequire github.com/tenon-go/tenon v0.0.0\n",
	})
	if got := listed(tr.find(t, find.Query{}).Text); got != "high.A" {
		t.Errorf("lists %q", got)
	}
}

// In a workspace the other modules are read from source too.
func TestWorkspaces(t *testing.T) {
	tr := plant(t, map[string]string{
		"api/go.mod":    "module example.com/api\n\ngo 1.26.0\n",
		"api/api.go":    "package api\n",
		"go.work":       "go 1.26.0\n\nuse (\n\t.\n\t./api // the list lies here\n)\n",
		"shop/shop.go":  routed("shop", `var A = at("/a")`),
		"other/none.go": "package other\n",
	})
	found := tr.find(t, find.Query{Output: "api/routes_gen.go"})
	if got := listed(found.Text); got != "shop.A" || len(found.Faults) > 0 || !strings.Contains(string(found.Text), "\npackage api\n") {
		t.Errorf("lists %q; faults %v\n%s", got, found.Faults, found.Text)
	}
}

// spoilt is a cache that gives what it should not.
type spoilt struct {
	mu     sync.Mutex
	values map[string][]byte
	spoil  func([]byte) []byte
}

func (s *spoilt) Get(_ context.Context, key string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.values[key]
	if ok {
		v = s.spoil(v)
	}
	return v, ok
}

func (s *spoilt) Put(_ context.Context, key string, v []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[key] = append([]byte(nil), v...)
	return nil
}

func (s *spoilt) Delete(context.Context, string) error { return nil }

func TestWhatIsRememberedWronglyIsFoundAnew(t *testing.T) {
	tr := many(t, 2)
	want := string(tr.find(t, find.Query{}).Text)
	for name, spoil := range map[string]func([]byte) []byte{
		"empty":              func([]byte) []byte { return nil },
		"cut":                func(v []byte) []byte { return v[:len(v)/2] },
		"cut at a line":      func(v []byte) []byte { return v[:strings.LastIndexByte(string(v), '\n')] },
		"of another edition": func(v []byte) []byte { return append([]byte("x"), v...) },
		"no words":           func(v []byte) []byte { return []byte(strings.ReplaceAll(string(v), `"`, "")) },
		"a word less":        func(v []byte) []byte { return []byte(strings.ReplaceAll(string(v), "\t\"true\"", "")) },
		"an unknown line":    func(v []byte) []byte { return []byte(strings.ReplaceAll(string(v), `"member"`, `"thing"`)) },
	} {
		tr.cache = &spoilt{values: map[string][]byte{}, spoil: func(v []byte) []byte { return v }}
		tr.find(t, find.Query{})
		tr.cache.(*spoilt).spoil = spoil
		found := tr.find(t, find.Query{})
		if string(found.Text) != want || found.Parsed == 0 {
			t.Errorf("%s: parsed %d packages, and wrote\n%s", name, found.Parsed, found.Text)
		}
	}
}

func TestWithoutACache(t *testing.T) {
	tr := many(t, 1)
	want := string(tr.find(t, find.Query{}).Text)
	tr.cache = nil
	for range 2 {
		if found := tr.find(t, find.Query{}); string(found.Text) != want || found.Parsed != 2 {
			t.Errorf("parsed %d packages, and wrote\n%s", found.Parsed, found.Text)
		}
	}
}

func BenchmarkFind500(b *testing.B) {
	tr := many(b, 500)
	tr.find(b, find.Query{}) // the go command has compiled the library
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			tr.find(b, find.Query{})
		}
	})
	b.Run("one changed", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			tr.add(b, map[string]string{"p499/more.go": fmt.Sprintf("package p499\n\nconst c%d = %d\n", b.N, i)})
			tr.find(b, find.Query{})
		}
	})
	b.Run("anew", func(b *testing.B) {
		tr.cache = nil
		for b.Loop() {
			tr.find(b, find.Query{})
		}
	})
}
