package tenon

import (
	"context"

	"github.com/tenon-go/tenon/internal/dircache"
)

// Cache stores results that are expensive to compute, such as rendered documents and discovered
// routes. The key is a fingerprint of the inputs, so that a value never becomes outdated. The
// methods must be safe for concurrent use.
//
// A cache may lose any value at any time; its users compute the value again.
type Cache interface {
	// Get returns the value of a key, and whether there is one. There is none if the cache
	// is unavailable. The caller must not change the value.
	Get(ctx context.Context, key string) (value []byte, ok bool)
	// Put stores a value and replaces an earlier one. A concurrent Get returns one of the
	// two and never a part. The cache does not keep the slice. An error is only logged.
	Put(ctx context.Context, key string, value []byte) error
	// Delete removes a value. It returns nil if there is none.
	Delete(ctx context.Context, key string) error
}

// DirCacheBytes is the default bound of a [DirCache], in bytes.
const DirCacheBytes = dircache.DefaultBytes

// DirCache is a [Cache] in a directory. Several processes may share it, and may be killed
// at any time: a value is written to a temporary file that is then renamed. A file that is
// incomplete or foreign counts as absent, and the next Put replaces it.
//
// If its files together exceed the bound, the least recently used are removed. Each process
// counts what it writes itself and measures the directory after every eighth of the bound,
// so that several processes may exceed the bound by that much.
//
// Whoever can write to the directory controls the values. It is created with the
// permissions 0700. A directory that belongs to another user, or that others may write to,
// is not used: Get finds nothing, and Put and Delete fail. Systems without the owners and
// permissions of Unix, such as Windows, are not checked.
//
// The zero value is no cache; make one with [NewDirCache].
type DirCache struct{ dir dircache.Dir }

var _ Cache = DirCache{}

// NewDirCache returns the cache in a directory, which need not exist yet:
//
//	dir, err := os.UserCacheDir()
//	cache := tenon.NewDirCache(filepath.Join(dir, "shop"))
//
// It does not access the disk before the first use.
func NewDirCache(dir string) DirCache { return DirCache{dircache.New(dir, DirCacheBytes)} }

// MaxBytes sets the bound on the size of all files together, in bytes. A value that is
// larger by itself is not stored. 0 or less is [DirCacheBytes].
func (c DirCache) MaxBytes(n int64) DirCache { return DirCache{dircache.New(c.dir.Path(), n)} }

// Get implements [Cache].
func (c DirCache) Get(ctx context.Context, key string) (value []byte, ok bool) {
	return c.dir.Get(ctx, key)
}

// Put implements [Cache].
func (c DirCache) Put(ctx context.Context, key string, value []byte) error {
	return c.dir.Put(ctx, key, value)
}

// Delete implements [Cache].
func (c DirCache) Delete(ctx context.Context, key string) error { return c.dir.Delete(ctx, key) }
