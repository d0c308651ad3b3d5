package dircache

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
)

// DefaultBytes bounds a directory without a bound of its own.
const DefaultBytes = 256 << 20

// Dir is a cache in a directory. The zero value is no cache.
type Dir struct {
	dir string
	max int64

	mu      *sync.Mutex
	written *int64 // bytes since the directory was measured; -1: it never was
}

// New returns the cache in a directory, bounded to a number of bytes; 0 or less is
// [DefaultBytes].
func New(dir string, max int64) Dir {
	if max <= 0 {
		max = DefaultBytes
	}
	written := int64(-1)
	return Dir{dir: dir, max: max, mu: new(sync.Mutex), written: &written}
}

// Path returns the directory.
func (c Dir) Path() string { return c.dir }

// An entry is a line that identifies the format, the SHA-256 of what follows, the key, a
// zero byte, and the value.
const (
	entryHead   = "tenon cache 1\n"
	entrySuffix = ".tenon"
	tempPrefix  = "new-"
)

var errNoDir = errors.New("tenon: the cache was not made with NewDirCache")

// Get returns the value of a key, and whether there is one.
func (c Dir) Get(ctx context.Context, key string) (value []byte, ok bool) {
	if c.dir == "" || ctx.Err() != nil || c.private() != nil {
		return nil, false
	}
	name := c.file(key)
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > c.max {
		return nil, false
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	if value, ok = unseal(text, key); ok {
		touch(name, info.ModTime())
	}
	return value, ok
}

// touchAfter is the age of a modification time after which Get renews it. It only has to
// distinguish entries in use from others.
const touchAfter = time.Hour

func touch(name string, at time.Time) {
	if now := time.Now(); now.Sub(at) > touchAfter {
		_ = os.Chtimes(name, now, now) // an error costs nothing
	}
}

// Put stores a value.
func (c Dir) Put(ctx context.Context, key string, value []byte) error {
	if c.dir == "" {
		return errNoDir
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	text := seal(key, value)
	if int64(len(text)) > c.max {
		return fmt.Errorf("tenon: a value of %d bytes is too large for a cache of %d", len(value), c.max)
	}
	if err := c.make(); err != nil {
		return err
	}
	if err := c.replace(c.file(key), text); err != nil {
		return err
	}
	return c.grown(int64(len(text)))
}

// Delete removes a value, if there is one.
func (c Dir) Delete(ctx context.Context, key string) error {
	if c.dir == "" {
		return errNoDir
	}
	if err := cmp.Or(ctx.Err(), c.private()); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if err := os.Remove(c.file(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (c Dir) file(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:])+entrySuffix)
}

func seal(key string, value []byte) []byte {
	text := make([]byte, 0, len(entryHead)+sha256.Size+len(key)+1+len(value))
	text = append(text, entryHead...)
	text = append(text, make([]byte, sha256.Size)...)
	text = append(append(append(text, key...), 0), value...)
	sum := sha256.Sum256(text[len(entryHead)+sha256.Size:])
	copy(text[len(entryHead):], sum[:])
	return text
}

func unseal(text []byte, key string) (value []byte, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte(entryHead))
	if !ok || len(rest) < sha256.Size {
		return nil, false
	}
	sum := sha256.Sum256(rest[sha256.Size:])
	if !bytes.Equal(rest[:sha256.Size], sum[:]) {
		return nil, false
	}
	return bytes.CutPrefix(rest[sha256.Size:], append([]byte(key), 0))
}

// make creates the directory unless it exists.
func (c Dir) make() error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	return c.private()
}

// private returns an error if the directory does not exist, or if others may write to it.
// It checks permissions only on Unix.
func (c Dir) private() error {
	info, err := os.Stat(c.dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("tenon: the cache %s is not a directory", c.dir)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("tenon: the cache %s is not used: others may write to it (%s)", c.dir, info.Mode().Perm())
	case !ownDir(info):
		return fmt.Errorf("tenon: the cache %s is not used: another user owns it", c.dir)
	}
	return nil
}

// replace writes a temporary file and renames it. It does not sync: the hash detects what a
// crash leaves.
func (c Dir) replace(name string, text []byte) error {
	f, err := os.CreateTemp(c.dir, tempPrefix+"*"+entrySuffix) // only the owner may read it
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = cmp.Or(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// grown counts the bytes written, and measures the directory before it can exceed its bound
// unnoticed.
func (c Dir) grown(bytes int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if *c.written >= 0 {
		*c.written += bytes
		if *c.written <= c.max/8 {
			return nil
		}
	}
	*c.written = 0
	return c.trim()
}

// abandoned is the age at which a temporary file has no writer any more.
const abandoned = time.Hour

// trim removes the least recently used entries until an eighth of the bound is free, which
// is what the process writes before the next time. Other processes may do the same at the
// same time.
func (c Dir) trim() error {
	list, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var entries []fs.FileInfo
	var total int64
	for _, e := range list {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(e.Name(), entrySuffix) {
			continue // removed meanwhile, or not an entry
		}
		if strings.HasPrefix(e.Name(), tempPrefix) {
			if time.Since(info.ModTime()) > abandoned {
				_ = os.Remove(filepath.Join(c.dir, e.Name()))
			}
			continue
		}
		total += info.Size()
		entries = append(entries, info)
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].ModTime().Before(entries[j].ModTime()) })
	for _, e := range entries {
		if total <= c.max-c.max/8 {
			break
		}
		if err := os.Remove(filepath.Join(c.dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		total -= e.Size()
	}
	return nil
}
