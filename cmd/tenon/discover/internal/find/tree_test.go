package find_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cmd/tenon/discover/internal/find"
)

// tree is a module for a test.
type tree struct {
	dir   string
	cache tenon.Cache
}

// plant writes a module example.com/shop that requires the library as this one does.
func plant(t testing.TB, files map[string]string) tree {
	t.Helper()
	own, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	library, err := filepath.Abs("../../../../..")
	if err != nil {
		t.Fatal(err)
	}
	mod := strings.Replace(string(own), "module github.com/tenon-go/tenon/cmd/tenon", "module example.com/shop", 1)
	mod += "\nreplace github.com/tenon-go/tenon => " + filepath.ToSlash(library) + "\n"
	tr := tree{t.TempDir(), tenon.NewDirCache(filepath.Join(t.TempDir(), "cache"))}
	tr.add(t, map[string]string{"go.mod": mod, "go.sum": string(sums)})
	tr.add(t, files)
	return tr
}

// add writes files; "" removes one.
func (tr tree) add(t testing.TB, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(tr.dir, filepath.FromSlash(name))
		if text == "" {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// find looks for routes with what is not said set as the command sets it.
func (tr tree) find(t testing.TB, q find.Query) *find.Found {
	t.Helper()
	q.Dir = filepath.Join(tr.dir, q.Dir)
	if q.Output == "" {
		q.Output = "routes_gen.go"
	}
	q.Cache = tr.cache
	found, err := find.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// routed is the source of a package with declarations of routes. In it a, b, c … are
// routes with paths of their own.
func routed(pkg, declarations string) string {
	return "package " + pkg + `

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var view = collection.New("` + pkg + `", prop.Int("n")).View()

func at(path string) *route.Route {
	return route.Get(path, view).Handle(func(*route.Call) (v collection.Record, err error) { return v, err })
}

` + declarations
}
