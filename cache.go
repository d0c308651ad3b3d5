package tenon

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

// Cache keeps what is costly to make again, such as rendered documents and what
// discovery found. A key is any text; what is stored under it is made of what the
// key is a fingerprint of, so that it never goes out of date. The methods must be
// safe for concurrent use.
//
// A cache is not a store: it may lose anything at any time, and who asks makes
// again what is not there.
type Cache interface {
	// Get returns what was put under a key, and whether there is anything. A cache
	// that cannot be reached has nothing. The caller must not change the value.
	Get(ctx context.Context, key string) (value []byte, ok bool)
	// Put stores a value in place of a former one. Whoever asks at the same time
	// gets one of the two and never a part. The value is not kept after Put
	// returns. An error is there to be logged; nothing else need come of it.
	Put(ctx context.Context, key string, value []byte) error
	// Delete forgets a value. It is no error where there is none.
	Delete(ctx context.Context, key string) error
}

// DirCacheBytes is how large a [DirCache] becomes, unless [DirCache.MaxBytes] says
// otherwise.
const DirCacheBytes = 256 << 20

// DirCache is a [Cache] in a directory. Several processes may share it, also while
// one of them is killed: a value is written aside and renamed into place, and one
// that is not whole, or that somebody else wrote there, counts as absent and is
// replaced by the next Put.
//
// It is bounded: when its values are too large together, those that nobody has
// asked for the longest are removed. A process counts what it has written itself,
// so that several together exceed the bound by that until one of them looks again,
// after every eighth of the bound.
//
// Values are as trustworthy as who can write to the directory. It is made with the
// permissions 0700. One that belongs to another user, or that others may write to,
// is not used: Get finds nothing, and Put and Delete fail. Where there are no owners
// and permissions of Unix, as on Windows, nothing is checked.
// The zero value is no cache; make one with [NewDirCache].
type DirCache struct {
	dir string
	max int64

	mu      *sync.Mutex
	written *int64 // bytes since the directory was measured; -1: it never was
}

var _ Cache = DirCache{}

// NewDirCache returns the cache in a directory, which need not exist yet:
//
//	dir, err := os.UserCacheDir()
//	cache := tenon.NewDirCache(filepath.Join(dir, "shop"))
//
// Nothing happens on disk before the first use.
func NewDirCache(dir string) DirCache {
	written := int64(-1)
	return DirCache{dir: dir, max: DirCacheBytes, mu: new(sync.Mutex), written: &written}
}

// MaxBytes returns the cache with another bound on the size of all of its files
// together, in bytes. A value that is larger by itself is not kept. 0 or less is
// [DirCacheBytes].
func (c DirCache) MaxBytes(n int64) DirCache {
	if n <= 0 {
		n = DirCacheBytes
	}
	fresh := NewDirCache(c.dir) // the old count was against the old bound
	fresh.max = n
	return fresh
}

// How an entry is written: a line that says whose it is, the hash of what follows
// it, the key and an empty byte, the value.
const (
	entryHead   = "tenon cache 1\n"
	entrySuffix = ".tenon"
	tempPrefix  = "new-"
)

var errNoDir = errors.New("tenon: the cache was not made with NewDirCache")

// Get implements [Cache].
func (c DirCache) Get(ctx context.Context, key string) (value []byte, ok bool) {
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

// touched is how old the time of an entry becomes before it is set anew. It need
// only tell what is in use from what is not.
const touched = time.Hour

func touch(name string, at time.Time) {
	if now := time.Now(); now.Sub(at) > touched {
		_ = os.Chtimes(name, now, now) // who may not is none the worse for it
	}
}

// Put implements [Cache].
func (c DirCache) Put(ctx context.Context, key string, value []byte) error {
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

// Delete implements [Cache].
func (c DirCache) Delete(ctx context.Context, key string) error {
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

func (c DirCache) file(key string) string {
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

// make makes sure that the directory is there.
func (c DirCache) make() error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	return c.private()
}

// private tells why the directory is not to be used: it does not exist, or others
// may write to it. Where permissions are not those of Unix, nobody can tell.
func (c DirCache) private() error {
	info, err := os.Stat(c.dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("tenon: the cache %s is no directory", c.dir)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("tenon: the cache %s is not used: others may write to it (%s)", c.dir, info.Mode().Perm())
	case !ownDir(info):
		return fmt.Errorf("tenon: the cache %s is not used: another user owns it", c.dir)
	}
	return nil
}

// replace writes a file aside and renames it into place. It is not synced: what a
// crash leaves is found out by its hash.
func (c DirCache) replace(name string, text []byte) error {
	f, err := os.CreateTemp(c.dir, tempPrefix+"*"+entrySuffix) // which only the owner may read
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

// grown counts what was written, and measures the directory before it can have
// outgrown its bound unseen.
func (c DirCache) grown(bytes int64) error {
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

// abandoned is the age at which a file that was written aside is nobody's.
const abandoned = time.Hour

// trim removes the entries that nobody has asked for the longest until an eighth of
// the bound is free, which is what is written before the next time. Other processes
// may do the same at the same time.
func (c DirCache) trim() error {
	list, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var entries []fs.FileInfo
	var total int64
	for _, e := range list {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(e.Name(), entrySuffix) {
			continue // gone meanwhile, or not ours
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
