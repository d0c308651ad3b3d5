//go:build unix

package main

import (
	"os"
	"syscall"
)

// largest is how much memory the largest process of a command and its children had.
func largest(s *os.ProcessState) int64 {
	return s.SysUsage().(*syscall.Rusage).Maxrss << 10 // kilobytes on Linux
}
