//go:build unix

package page

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A reader who types the tutorial into an empty folder gets the responses that it shows, and has the
// files of _examples/library after each step.
func TestTutorial(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(checkout, "_examples/library/*-*"))
	if err != nil || len(folders) != 6 {
		t.Fatal(folders, err)
	}
	var sections [][]step // each begins with its heading
	for _, s := range readPage(t, "doc/tutorial.md") {
		if s.heading != "" {
			sections = append(sections, nil)
		}
		if len(sections) > 0 {
			sections[len(sections)-1] = append(sections[len(sections)-1], s)
		}
	}
	if len(sections) != len(folders) {
		t.Fatalf("the tutorial has %d sections", len(sections))
	}
	reader := newReader(t)
	for i, folder := range folders {
		number, _, _ := strings.Cut(filepath.Base(folder), "-")
		if !strings.HasPrefix(sections[i][0].heading, number+". ") {
			t.Errorf("section %q belongs to %s", sections[i][0].heading, folder)
		}
		for _, s := range sections[i] {
			if s.code != nil && filepath.Dir(s.code.source) != filepath.Join("../_examples/library", filepath.Base(folder)) {
				t.Errorf("a block of %q is from %q", sections[i][0].heading, s.code.source)
			}
		}
		reader.follow(t, sections[i])
		if t.Failed() {
			return
		}
		compare(t, folder, reader)
	}
}

// compare compares the files that the reader has written with those of a step.
func compare(t *testing.T, folder string, r *reader) {
	t.Helper()
	want, got := files(t, folder), files(t, r.dir)
	if !slices.Equal(want, got) {
		t.Errorf("after %s the reader has the files %q, want %q", folder, got, want)
	}
	for _, name := range want {
		a, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(r.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) != ".go" {
			if string(a) != string(b) {
				t.Errorf("%s: the reader has another %s", folder, name)
			}
			continue
		}
		x, y := sorted(t, r.onPort(string(a))), sorted(t, string(b))
		for i := range max(len(x), len(y)) {
			if i >= len(x) || i >= len(y) || x[i] != y[i] {
				t.Errorf("%s: the reader has another %s:\n%q\nwant\n%q", folder, name, y[min(i, len(y)):], x[min(i, len(x)):])
				break
			}
		}
	}
}

// files returns the Go files and golden files of a folder.
func files(t *testing.T, folder string) (all []string) {
	t.Helper()
	for _, pattern := range []string{"*.go", "testdata/*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			name, err := filepath.Rel(folder, f)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no files", folder)
	}
	return all
}

// sorted returns the declarations of a file in any order.
func sorted(t *testing.T, source string) (all []string) {
	t.Helper()
	found, err := declarations(source)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		all = append(all, d.text)
	}
	slices.Sort(all)
	return all
}
