//go:build unix

package main

import (
	"os"
	"syscall"
)

// largest returns the peak memory of the largest process of a command and its children.
func largest(s *os.ProcessState) int64 {
	return s.SysUsage().(*syscall.Rusage).Maxrss << 10 // kilobytes on Linux
}
