package main

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest"
)

var (
	corpus = flag.String("corpus", "", "folder with a folder of OpenAPI documents for each publisher")
	share  = flag.Float64("share", 1, "of the operations of the corpus that are tested")
	seed   = flag.Uint64("seed", 1, "of the sample, the values and the requests")
	only   = flag.String("only", "", "only operations that contain this text")
)

// TestTrees tests every operation that Build accepts, of testdata and of a corpus, whether its
// document is that of the original or not: server and document agree on values, a mock keeps the laws
// of HTTP and of the document, and the document is compatible with itself.
func TestTrees(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		testTrees(t, f, 1)
	}
	if *corpus == "" {
		return
	}
	all, err := documents(*corpus)
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, f := range all {
		testTrees(t, f.path, *share)
	}
}

func testTrees(t *testing.T, path string, share float64) {
	d, err := readDocument(path)
	if err != nil {
		t.Log(path, err)
		return
	}
	random := rand.New(rand.NewPCG(*seed, 17))
	for _, op := range d.operations() {
		name := path + " " + op.method + " " + op.path
		if share < 1 && random.Float64() >= share || !strings.Contains(name, *only) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, problems := range []bool{true, false} {
				api, app := tree(d, op, problems)
				if app == nil {
					continue
				}
				testTree(t, api, app)
				return
			}
		})
	}
}

// tree declares an operation. The app is nil if it cannot be declared.
func tree(d *document, op operation, problems bool) (api tenon.API, app *tenon.App) {
	defer func() {
		if p := recover(); p != nil {
			app = nil // a reason of reach
		}
	}()
	o := d.shapeOf(op)
	o.walk(true, (*schema).settle)
	c := newConverter()
	reset(o)
	api, err := c.api(o, op, problems)
	if err != nil {
		return api, nil
	}
	app, err = api.Build()
	if err != nil {
		return api, nil
	}
	return api, app
}

func testTree(t *testing.T, api tenon.API, app *tenon.App) {
	t.Cleanup(func() { _ = app.Close() })
	oastest.Equivalent(t, app, oastest.Values(200), oastest.Seed(*seed))
	mock := apitest.Mock(api)
	t.Cleanup(func() { _ = mock.Close() })
	apitest.Laws(t, mock, apitest.Seed(*seed))
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "released.json")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		oastest.Compatible(t, app, file)
	}
}
