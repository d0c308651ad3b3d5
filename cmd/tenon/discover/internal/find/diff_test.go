package find_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/discover/internal/find"
)

func TestDiff(t *testing.T) {
	ten := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
	for _, test := range []struct{ name, a, b, want string }{
		{"equal", ten, ten, ""},
		{"both empty", "", "", ""},
		{"a new file", "", "1\n2\n", "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+1\n+2\n"},
		{"an emptied file", "1\n", "", "--- a\n+++ b\n@@ -1,1 +0,0 @@\n-1\n"},
		{"a line comes", ten, strings.Replace(ten, "5\n", "5\nx\n", 1), "--- a\n+++ b\n@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+x\n 6\n 7\n 8\n"},
		{"a line goes", ten, strings.Replace(ten, "5\n", "", 1), "--- a\n+++ b\n@@ -2,7 +2,6 @@\n 2\n 3\n 4\n-5\n 6\n 7\n 8\n"},
		{"the first and the last change", ten, "x\n2\n3\n4\n5\n6\n7\n8\n9\ny\n", "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+y\n"},
		{"no newline at the end", "1\n", "1", "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-1\n+1\n\\ No newline at end of file\n"},
	} {
		if got := find.Diff("a", "b", []byte(test.a), []byte(test.b)); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// What patch makes of the first text with the difference is the second.
func TestPatchAppliesDiffs(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Fatal("run apt-get install patch first")
	}
	name := filepath.Join(t.TempDir(), "a")
	for n := range 200 { // texts of few different lines, which repeat
		a, b := text(n), text(n*7+3)
		diff := find.Diff("a", "a", []byte(a), []byte(b))
		if a == b {
			continue
		}
		if err := os.WriteFile(name, []byte(a), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(patch, "-s", "-F0", name)
		cmd.Stdin = strings.NewReader(diff)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, diff)
		}
		if got, _ := os.ReadFile(name); string(got) != b {
			t.Fatalf("from %q to %q made %q with\n%s", a, b, got, diff)
		}
	}
}

func text(seed int) string {
	var b strings.Builder
	for i := range 1 + seed%17 {
		b.WriteString(strings.Repeat("x", (seed*31+i*i*seed+i/3)%4))
		b.WriteByte('\n')
	}
	return b.String()
}
