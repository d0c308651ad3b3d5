package dircache_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
)

// newCache returns a cache and the directory that it will make.
func newCache(t *testing.T) (tenon.DirCache, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a", "cache")
	return tenon.NewDirCache(dir), dir
}

func store(t *testing.T, c tenon.Cache, key, value string) {
	t.Helper()
	if err := c.Put(t.Context(), key, []byte(value)); err != nil {
		t.Fatal(err)
	}
}

// checkValue checks the value of a key; "-" is none.
func checkValue(t *testing.T, c tenon.Cache, key, want string) {
	t.Helper()
	got := "-"
	if value, ok := c.Get(t.Context(), key); ok {
		got = string(value)
	}
	if got != want {
		t.Errorf("under %q is %.20q, want %.20q", key, got, want)
	}
}

// cacheFiles returns the files of a cache.
func cacheFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, filepath.Join(dir, e.Name()))
	}
	return names
}

func TestCacheKeepsTheLastValue(t *testing.T) {
	c, _ := newCache(t)
	checkValue(t, c, "a", "-")
	store(t, c, "a", "1")
	store(t, c, "b", "")
	store(t, c, "", "of the empty key")
	store(t, c, "../../etc/passwd", "2")
	store(t, c, "a", "3")
	checkValue(t, c, "a", "3")
	checkValue(t, c, "b", "")
	checkValue(t, c, "", "of the empty key")
	checkValue(t, c, "../../etc/passwd", "2")
	if err := c.Delete(t.Context(), "a"); err != nil {
		t.Error(err)
	}
	if err := c.Delete(t.Context(), "a"); err != nil {
		t.Errorf("deleting what is not there: %v", err)
	}
	checkValue(t, c, "a", "-")
	checkValue(t, c, "b", "")
}

func TestDeleteBeforeTheDirectoryExists(t *testing.T) {
	c, dir := newCache(t)
	if err := c.Delete(t.Context(), "a"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("reading made the directory")
	}
}

func TestCacheReplacesTruncatedEntries(t *testing.T) {
	c, dir := newCache(t)
	store(t, c, "a", "the value")
	name := cacheFiles(t, dir)[0]
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	spoil := map[string][]byte{
		"empty":            {},
		"foreign":          []byte("{}"),
		"head only":        whole[:14],
		"cut in the hash":  whole[:20],
		"cut in the value": whole[:len(whole)-1],
		"longer":           append(bytes.Clone(whole), 'x'),
		"of another version": append([]byte("tenon cache 0\n"),
			whole[len("tenon cache 1\n"):]...),
	}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1
		spoil[fmt.Sprintf("bit flipped in byte %d", i)] = flipped
	}
	for what, text := range spoil {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if value, ok := c.Get(t.Context(), "a"); ok {
			t.Errorf("%s: got %q", what, value)
		}
		store(t, c, "a", "anew")
		checkValue(t, c, "a", "anew")
	}
}

// An entry that is copied over that of another key is whole, but has the wrong key.
func TestCacheIgnoresTheEntryOfAnotherKey(t *testing.T) {
	c, dir := newCache(t)
	store(t, c, "a", "1")
	a := cacheFiles(t, dir)[0]
	text, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Delete(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	store(t, c, "b", "2")
	if err := os.WriteFile(cacheFiles(t, dir)[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	checkValue(t, c, "b", "-")
	store(t, c, "b", "3")
	checkValue(t, c, "b", "3")
}

func TestCacheIgnoresDirectories(t *testing.T) {
	c, dir := newCache(t)
	store(t, c, "a", "1")
	name := cacheFiles(t, dir)[0]
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	checkValue(t, c, "a", "-")
	if err := c.Put(t.Context(), "a", nil); err == nil {
		t.Error("a value took the place of a directory")
	}
	if left := cacheFiles(t, dir); len(left) != 1 {
		t.Errorf("a failed Put left %v", left)
	}
}

func TestCacheObeysItsContext(t *testing.T) {
	c, _ := newCache(t)
	store(t, c, "a", "1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := c.Get(ctx, "a"); ok {
		t.Error("got a value")
	}
	if err := c.Put(ctx, "a", nil); err == nil {
		t.Error("put a value")
	}
	if err := c.Delete(ctx, "a"); err == nil {
		t.Error("deleted a value")
	}
	checkValue(t, c, "a", "1")
}

func TestZeroCacheIsEmpty(t *testing.T) {
	var c tenon.DirCache
	checkValue(t, c, "a", "-")
	if err := c.Put(t.Context(), "a", nil); err == nil {
		t.Error("put a value")
	}
	if err := c.Delete(t.Context(), "a"); err == nil {
		t.Error("deleted a value")
	}
	checkValue(t, c.MaxBytes(9), "a", "-")
}

func TestCacheEvictsTheLeastRecentlyUsed(t *testing.T) {
	c, dir := newCache(t)
	const bound = 16 << 10
	c = c.MaxBytes(bound)
	value := strings.Repeat("x", 1<<10)
	yesterday := func() { // everything is a day older
		t.Helper()
		for _, name := range cacheFiles(t, dir) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			old := info.ModTime().Add(-24 * time.Hour)
			if err := os.Chtimes(name, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	abandoned, foreign := filepath.Join(dir, "new-1.tenon"), filepath.Join(dir, "README")
	store(t, c, "old", value)
	store(t, c, "asked for", value)
	for _, name := range []string{abandoned, foreign} {
		if err := os.WriteFile(name, []byte(value), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	yesterday()
	for i := range 20 {
		if i == 8 {
			yesterday()
			checkValue(t, c, "asked for", value)
		}
		store(t, c, fmt.Sprint("other ", i), value)
		var size int64
		for _, name := range cacheFiles(t, dir) {
			if info, err := os.Stat(name); err == nil && name != foreign && name != abandoned {
				size += info.Size()
			}
		}
		if size > bound {
			t.Fatalf("after %d values the cache has %d bytes", i, size)
		}
		if i == 14 {
			checkValue(t, c, "old", "-")
			checkValue(t, c, "asked for", value)
		}
	}
	checkValue(t, c, "other 19", value)
	if _, err := os.Stat(abandoned); err == nil {
		t.Error("what a killed process left is still there")
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Errorf("what is not the cache's is gone: %v", err)
	}
	if err := c.Put(t.Context(), "large", make([]byte, bound)); err == nil {
		t.Error("a value larger than the cache was kept")
	}
}

// Processes write the same keys while this one reads them. Every value that it reads is
// whole.
func TestCacheIsSharedBetweenProcesses(t *testing.T) {
	if dir := os.Getenv("TENON_TEST_CACHE"); dir != "" {
		c := tenon.NewDirCache(dir).MaxBytes(256 << 10)
		for i := range 200 {
			store(t, c, fmt.Sprint(i%5), strings.Repeat(fmt.Sprint(i%10), 20<<10))
		}
		return
	}
	c, dir := newCache(t)
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run=^TestCacheIsSharedBetweenProcesses$")
			cmd.Env = append(os.Environ(), "TENON_TEST_CACHE="+dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	done := make(chan struct{})
	go func() { wait.Wait(); close(done) }()
	for read := 0; ; {
		select {
		case <-done:
			if read == 0 {
				t.Error("nothing was ever read")
			}
			if left, err := filepath.Glob(filepath.Join(dir, "new-*")); err != nil || len(left) > 0 {
				t.Errorf("left %v, %v", left, err)
			}
			return
		default:
			for i := range 5 {
				if value, ok := c.Get(t.Context(), fmt.Sprint(i)); ok {
					read++
					if len(value) != 20<<10 || len(bytes.Trim(value, string(value[:1]))) != 0 {
						t.Fatalf("read %d bytes that nobody wrote", len(value))
					}
				}
			}
		}
	}
}

func BenchmarkDirCacheGet(b *testing.B) {
	c := tenon.NewDirCache(b.TempDir())
	if err := c.Put(b.Context(), "a", make([]byte, 64<<10)); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(64 << 10)
	for b.Loop() {
		if _, ok := c.Get(b.Context(), "a"); !ok {
			b.Fatal("nothing")
		}
	}
}
