//go:build linux

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// A process is a server or the clients. It answers each line with a line.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

// begin starts this program on a core.
func begin(core int, args ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(self, args...)}
	p.command.Stderr = os.Stderr
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewScanner(out)
	return p, on(core, p.command.Start)
}

// on calls a function in a thread on a core. A process that it starts stays there.
func on(core int, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return err
	}
	if !before.IsSet(core) {
		return fmt.Errorf("core %d cannot be used", core)
	}
	one.Set(core)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return err
	}
	defer unix.SchedSetaffinity(0, &before)
	return f()
}

// ask sends a line, and returns the answer.
func (p *process) ask(line string) (string, error) {
	if _, err := fmt.Fprintln(p.in, line); err != nil {
		return "", err
	}
	return p.line()
}

func (p *process) line() (string, error) {
	if !p.out.Scan() {
		return "", errGone
	}
	return p.out.Text(), nil
}

func (p *process) stop() {
	_ = p.in.Close()
	_ = p.command.Wait()
}

// used returns the processor time of the process.
func used() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// precise makes the thread wake up when it should.
func precise() { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0) }

// sleep sleeps with the precision of the kernel, which is better than that of time.Sleep.
func sleep(d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&t, nil) // a signal: the caller looks at the clock
}
