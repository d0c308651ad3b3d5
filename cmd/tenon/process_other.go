//go:build !unix

package main

import (
	"os"
	"os/exec"
)

func separate(*exec.Cmd) {}

// terminate kills the program: other systems have no signal that asks it to end.
func terminate(p *os.Process) { _ = p.Kill() } // it may have ended
