//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// separate keeps Ctrl-C of the terminal from the program: tenon run ends it, once.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(p *os.Process) { _ = p.Signal(syscall.SIGTERM) } // it may have ended
