package tree_test

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon/tree"
)

func mark() tree.Position { return tree.Here() } // line 14

// atMark is the position of the call in mark: a test file is a user in every package.
var atMark, atPackageLevel, packageLine = mark(), tree.Here(), line()

func line() int {
	_, _, n, _ := runtime.Caller(1)
	return n
}

func TestHereIsTheCallInProgress(t *testing.T) {
	here, want := tree.Here(), line()
	inClosure, closureWant := func() tree.Position { return tree.Here() }(), line()
	for _, row := range []struct {
		name string
		pc   tree.Position
		want int
	}{
		{"direct", here, want},
		{"in a closure", inClosure, closureWant},
		{"at package level", atPackageLevel, packageLine},
		{"in a function", atMark, 14},
	} {
		file, got := row.pc.FileLine()
		if filepath.Base(file) != "position_test.go" || got != row.want {
			t.Errorf("%s: %s:%d, want line %d", row.name, file, got, row.want)
		}
	}
}

func TestZeroPositionsAreUnknown(t *testing.T) {
	var p tree.Position
	if file, line := p.FileLine(); file != "" || line != 0 || p.Known() || p.String() != "unknown position" {
		t.Errorf("a zero position is %s:%d, %t, %s", file, line, p.Known(), p)
	}
	if !tree.Here().Known() {
		t.Error("a position is not known")
	}
}

// Ten files named routes.go are distinguished, and an editor finds them.
func TestFilesAreNamedFromTheWorkingDirectory(t *testing.T) {
	here := tree.Here()
	if got := here.String(); got != "position_test.go:"+strconv.Itoa(line()-1) {
		t.Errorf("a file of the directory is %s", got)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.ToSlash(dir)
	for _, tt := range []struct{ file, want string }{
		{dir + "/books/routes.go", "books/routes.go"},
		{dir + "-two/books/routes.go", "../" + path.Base(dir) + "-two/books/routes.go"},
		{path.Dir(dir) + "/books/routes.go", "../books/routes.go"},
		{"/src/routes.go", "/src/routes.go"}, // shorter than from here
		// With -trimpath.
		{"github.com/tenon-go/tenon/books/routes.go", "books/routes.go"},
		{"github.com/tenon-go/tenon@v1.2.3/books/routes.go", "books/routes.go"},
		{"github.com/tenon-go/tenonic/routes.go", "github.com/tenon-go/tenonic/routes.go"},
		{"example.com/books/routes.go", "example.com/books/routes.go"},
	} {
		if got := tree.ShortName(tt.file); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.file, got, tt.want)
		}
	}
}
