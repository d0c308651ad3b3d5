package callsite_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/tenon-go/tenon/internal/callsite"
)

func mark() callsite.PC { return callsite.Here() } // line 11

// atMark is the position of the call in mark: a test file is a user in every package.
var atMark, atPackageLevel, packageLine = mark(), callsite.Here(), line()

func line() int {
	_, _, n, _ := runtime.Caller(1)
	return n
}

func TestHereIsTheCallInProgress(t *testing.T) {
	here, want := callsite.Here(), line()
	inClosure, closureWant := func() callsite.PC { return callsite.Here() }(), line()
	for _, row := range []struct {
		name string
		pc   callsite.PC
		want int
	}{
		{"direct", here, want},
		{"in a closure", inClosure, closureWant},
		{"at package level", atPackageLevel, packageLine},
		{"in a function", atMark, 11},
	} {
		file, got := row.pc.Position()
		if filepath.Base(file) != "callsite_test.go" || got != row.want {
			t.Errorf("%s: %s:%d, want line %d", row.name, file, got, row.want)
		}
	}
}

func TestZeroPositionsAreUnknown(t *testing.T) {
	var p callsite.PC
	if file, line := p.Position(); file != "" || line != 0 || p.Known() || p.String() != "unknown position" {
		t.Errorf("a zero position is %s:%d, %t, %s", file, line, p.Known(), p)
	}
	if !callsite.Here().Known() {
		t.Error("a position is not known")
	}
}
