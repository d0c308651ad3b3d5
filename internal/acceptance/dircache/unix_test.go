//go:build unix

package dircache_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
)

func TestCacheIsPrivate(t *testing.T) {
	c, dir := newCache(t)
	store(t, c, "a", "1")
	for name, want := range map[string]os.FileMode{dir: 0o700, cacheFiles(t, dir)[0]: 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has %v (%v), want %v", name, info.Mode().Perm(), err, want)
		}
	}
	for _, open := range []os.FileMode{0o720, 0o702, 0o777} {
		if err := os.Chmod(dir, open); err != nil {
			t.Fatal(err)
		}
		checkValue(t, c, "a", "-")
		if err := c.Put(t.Context(), "a", nil); err == nil || !strings.Contains(err.Error(), "others may write") {
			t.Errorf("%v: %v", open, err)
		}
		if err := c.Delete(t.Context(), "a"); err == nil {
			t.Errorf("%v: deleted", open)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil { // others may look
		t.Fatal(err)
	}
	checkValue(t, c, "a", "1")
}

func TestCacheOfAnotherUserIsNotUsed(t *testing.T) {
	c, dir := newCache(t)
	if os.Geteuid() == 0 { // only root can change the owner
		store(t, c, "a", "1")
		if err := os.Chown(dir, 12345, -1); err != nil {
			t.Fatal(err)
		}
	} else {
		c = tenon.NewDirCache("/usr")
	}
	checkValue(t, c, "a", "-")
	if err := c.Put(t.Context(), "a", nil); err == nil || !strings.Contains(err.Error(), "another user owns it") {
		t.Errorf("put: %v", err)
	}
	if err := c.Delete(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "another user owns it") {
		t.Errorf("delete: %v", err)
	}
}
