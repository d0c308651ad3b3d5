package allocs_test

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
)

func TestInlinedMatchesBuildFlags(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Fatal("no build information")
	}
	want := true
	for _, s := range info.Settings {
		if s.Key == "-gcflags" && strings.HasSuffix(s.Value, "=-l") {
			want = false
		}
	}
	if got := allocs.Inlined(); got != want {
		t.Errorf("Inlined() is %t with %v", got, info.Settings)
	}
}
