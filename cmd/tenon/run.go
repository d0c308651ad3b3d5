package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// runRun runs tenon run.
func runRun(ctx context.Context, dir string, args []string, out, errs io.Writer) int {
	flags := newFlags("run", errs)
	grace := flags.Duration("grace", 10*time.Second, "how long the program may take to end before it is killed")
	if status, done := parse(flags, args); done {
		return status
	}
	r := runner{dir: dir, pkg: ".", grace: *grace, out: out, errs: errs}
	if flags.NArg() > 0 {
		r.pkg, r.args = flags.Arg(0), flags.Args()[1:]
	}
	temp, err := os.MkdirTemp("", "tenon")
	if err != nil {
		fmt.Fprintln(errs, "tenon run:", err)
		return 2
	}
	defer os.RemoveAll(temp)
	r.temp = temp
	if err := r.run(ctx); err != nil {
		fmt.Fprintln(errs, "tenon run:", err)
		return 2
	}
	return 0
}

// runner builds a program and restarts it.
type runner struct {
	dir, pkg  string
	args      []string
	temp      string
	grace     time.Duration
	out, errs io.Writer

	builds  int
	running *process // nil if there is none
}

// run watches until the context is canceled. The new program starts when the old one has ended,
// because both listen on one address.
func (r *runner) run(ctx context.Context) error {
	w, err := newWatcher(r.dir, r.pkg)
	if err != nil {
		return err
	}
	defer w.close()
	defer r.stop()
	for {
		// Watch before the build: a file that changes while it runs is built again.
		if err := w.update(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintln(r.errs, err) // as that of an import of nothing, until a file changes
		}
		r.restart(ctx)
		changed := w.changed(ctx)
		for waiting := true; waiting; {
			select {
			case <-ctx.Done():
				return nil
			case <-r.running.ended():
				fmt.Fprintf(r.errs, "tenon run: the program has ended (%s); waiting for changes\n", r.running.cmd.ProcessState)
				r.running = nil
			case err, ok := <-changed:
				if !ok {
					return nil
				}
				if err != nil {
					return err
				}
				waiting = false
			}
		}
	}
}

// restart builds the program, and replaces the running one if that succeeds.
func (r *runner) restart(ctx context.Context) {
	r.builds++
	program := filepath.Join(r.temp, fmt.Sprintf("program%d", r.builds))
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", program, r.pkg)
	build.Dir, build.Stdout, build.Stderr = r.dir, r.errs, r.errs
	if err := build.Run(); err != nil {
		switch {
		case ctx.Err() != nil:
		case r.running != nil:
			fmt.Fprintln(r.errs, "tenon run: the build has failed; the old program keeps running")
		default:
			fmt.Fprintln(r.errs, "tenon run: the build has failed; waiting for changes")
		}
		return
	}
	r.stop()
	p, err := start(r.dir, program, r.args, r.out, r.errs)
	if err != nil {
		fmt.Fprintln(r.errs, "tenon run:", err)
		return
	}
	r.running = p
}

func (r *runner) stop() {
	if r.running != nil {
		r.running.stop(r.grace)
		os.Remove(r.running.cmd.Path)
		r.running = nil
	}
}

// process is a program that runs.
type process struct {
	cmd  *exec.Cmd
	done chan struct{}
}

func start(dir, program string, args []string, out, errs io.Writer) (*process, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, os.Stdin, out, errs
	separate(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd, make(chan struct{})}
	go func() {
		_ = cmd.Wait() // ProcessState has the result
		close(p.done)
	}()
	return p, nil
}

// ended returns a channel that is closed when the program has ended.
func (p *process) ended() <-chan struct{} {
	if p == nil {
		return nil
	}
	return p.done
}

// stop ends the program, and returns when it has ended.
func (p *process) stop(grace time.Duration) {
	terminate(p.cmd.Process)
	select {
	case <-p.done:
	case <-time.After(grace):
		_ = p.cmd.Process.Kill() // it may have ended
		<-p.done
	}
}
