//go:build unix

package tenon

import (
	"io/fs"
	"os"
	"syscall"
)

// ownDir reports whether this user owns a directory. root is no exception: another
// user's directory would be trusted with the rights of root.
func ownDir(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
