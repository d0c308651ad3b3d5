package oas_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
)

// counting is a cache that counts calls of Put.
type counting struct {
	tenon.Cache
	puts *int
}

func (c counting) Put(ctx context.Context, key string, value []byte) error {
	*c.puts++
	return c.Cache.Put(ctx, key, value)
}

func TestYAMLIsCached(t *testing.T) {
	dir, puts := t.TempDir(), 0
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	cached := oas.Cached(counting{tenon.NewDirCache(dir), &puts})
	one := tenon.New("One", "1").Add(route.Health("/health")).MustBuild()
	want, err := oas.YAML(one, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	same := func(when string, wantPuts int) {
		t.Helper()
		got, err := oas.YAML(one, oas.V31, cached)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, %v", when, got, err)
		}
		if puts != wantPuts {
			t.Errorf("%s: written %d times, want %d", when, puts, wantPuts)
		}
	}
	same("the first time", 1)
	same("again", 1)
	if _, err := oas.YAML(tenon.New("Two", "1").Add(route.Health("/health")).MustBuild(), oas.V31, cached); err != nil || puts != 2 {
		t.Errorf("another API: written %d times, %v", puts, err)
	}
	if _, err := oas.YAML(one, oas.V30, cached); err != nil || puts != 3 {
		t.Errorf("another version: written %d times, %v", puts, err)
	}
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.WriteFile(path, []byte("spoilt"), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	same("after the entries were spoilt", 4)
	same("once more", 4)
}
