package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest"
	"github.com/tenon-go/tenon/oas/oastest/compatible"
	"github.com/tenon-go/tenon/route"
)

var (
	corpus = flag.String("corpus", "", "folder with a folder of OpenAPI documents for each publisher")
	share  = flag.Float64("share", 1, "of the operations of the corpus that are tested")
	seed   = flag.Uint64("seed", 1, "of the sample, the values and the requests")
	only   = flag.String("only", "", "only operations that contain this text")
)

// together is how many operations of a document are one API for [TestTrees]. They share most of their
// schemas, which are then compiled and compared once.
const together = 40

// valuesOfEach is how many values [TestTrees] tries of each operation.
const valuesOfEach = 200

// TestTrees tests every operation that Build accepts, of testdata and of a corpus, whether its
// document is that of the original or not. A mock of each tree keeps the laws of HTTP and of the
// document. Then trees of one document are put together in larger ones: server and document agree
// on values, and the document is compatible with itself.
func TestTrees(t *testing.T) {
	// Documents of publishers are large: the garbage collector runs less often, within 6 GB.
	const percent, memory = 400, 6 << 30
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory))
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
	var all []declared
	for _, op := range d.operations() {
		name := path + " " + op.method + " " + op.path
		if share < 1 && random.Float64() >= share || !strings.Contains(name, *only) {
			continue
		}
		for _, problems := range []bool{true, false} {
			api, app := declaredTree(d, op, problems)
			if app == nil {
				continue
			}
			_ = app.Close()
			all = append(all, declared{op, problems})
			t.Run(name, func(t *testing.T) { testLaws(t, api) })
			break
		}
		if len(all) == together {
			testTogether(t, d, path, all)
			all = nil
		}
	}
	if len(all) > 0 {
		testTogether(t, d, path, all)
	}
}

// declared is an operation that Build accepts, with its problems or without.
type declared struct {
	operation
	problems bool
}

// declaredTree declares an operation. The app is nil if it cannot be declared.
func declaredTree(d *document, op operation, problems bool) (api tenon.API, app *tenon.App) {
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

func testLaws(t *testing.T, api tenon.API) {
	mock := apitest.Mock(api)
	t.Cleanup(func() { _ = mock.Close() })
	apitest.Laws(t, mock, apitest.Seed(*seed))
}

// testTogether tests the documents of some operations as one API. Operations that cannot be in one API,
// such as those with overlapping paths, are tested in several.
func testTogether(t *testing.T, d *document, path string, all []declared) {
	c := newConverter()
	shapes := make([]*shape, len(all))
	for i, op := range all {
		shapes[i] = d.shapeOf(op.operation)
		shapes[i].walk(true, (*schema).settle)
		reset(shapes[i])
	}
	var routes []*route.Route
	for i, op := range all {
		r, err := c.route(shapes[i], op.operation, op.problems)
		if err != nil {
			t.Fatal(op.method, op.path, err)
		}
		routes = append(routes, r)
	}
	app, err := apiOf(routes...).Build()
	if err != nil {
		if len(all) == 1 {
			t.Fatal(err)
		}
		testTogether(t, d, path, all[:len(all)/2])
		testTogether(t, d, path, all[len(all)/2:])
		return
	}
	last := all[len(all)-1]
	t.Run(fmt.Sprintf("%s, %d from %s %s to %s %s", path, len(all), all[0].method, all[0].path, last.method, last.path), func(t *testing.T) {
		testDocument(t, app, valuesOfEach*len(all))
	})
}

func testDocument(t *testing.T, app *tenon.App, values int) {
	t.Cleanup(func() { _ = app.Close() })
	oastest.Equivalent(t, app, oastest.Values(values), oastest.Seed(*seed))
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "released.json")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		compatible.With(t, app, file)
	}
}
