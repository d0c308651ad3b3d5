//go:build unix

package page

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// typist does what a page says: it edits files and runs commands in a folder. Programs listen on a free
// port in place of 8080.
type typist struct {
	dir     string // where the shell is
	env     []string
	port    string
	program *program // what go run has started
}

// newTypist returns a typist with a shell in dir.
func newTypist(dir string, env []string) (*typist, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return &typist{dir: dir, env: append(os.Environ(), env...), port: port}, err
}

// onPort replaces port 8080 by that of the typist.
func (t *typist) onPort(text string) string {
	return strings.ReplaceAll(text, "localhost:8080", "localhost:"+t.port)
}

// write writes or changes a file as a block says.
func (t *typist) write(c code) error {
	if c.file == "" {
		return fmt.Errorf("the page does not say which file to write:\n%s", c.text)
	}
	name := filepath.Join(t.dir, c.file)
	text := t.onPort(c.text)
	if !strings.HasPrefix(text, "package ") {
		old, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("the page changes %s: %w", c.file, err)
		}
		if text, err = merge(string(old), text); err != nil {
			return fmt.Errorf("%s: %w", c.file, err)
		}
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// delete deletes a file, or declarations from it.
func (t *typist) delete(r remove) error {
	name := filepath.Join(t.dir, r.file)
	if len(r.names) == 0 {
		return os.Remove(name)
	}
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text, err := without(string(old), r.names)
	if err != nil {
		return fmt.Errorf("%s: %w", r.file, err)
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// run runs a command and returns what it prints. A program that go run starts keeps running until the
// next one starts; its output is the line with the port that it listens on.
func (t *typist) run(ctx context.Context, command string) (string, error) {
	command = t.onPort(command)
	if strings.HasPrefix(command, "go run ") {
		t.stop()
		var err error
		t.program, err = start(ctx, t.shell(command), ":"+t.port)
		if err != nil {
			return "", err
		}
		return strings.ReplaceAll(t.program.line, ":"+t.port, ":8080"), nil
	}
	where := filepath.Join(os.TempDir(), fmt.Sprint("page-", os.Getpid()))
	defer os.Remove(where)
	c := t.shell(command + "\nstatus=$?; pwd >" + where + "; exit $status")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", command, err, &stdout, &stderr)
	}
	dir, err := os.ReadFile(where)
	if err != nil {
		return "", err
	}
	t.dir = strings.TrimSpace(string(dir))
	return strings.ReplaceAll(stdout.String(), ":"+t.port, ":8080"), nil
}

func (t *typist) shell(command string) *exec.Cmd {
	c := exec.Command("bash", "-c", command)
	c.Dir, c.Env = t.dir, t.env
	return c
}

// stop interrupts the program that runs.
func (t *typist) stop() {
	if t.program != nil {
		t.program.stop()
		t.program = nil
	}
}

// program is a process that serves, with its children.
type program struct {
	cmd   *exec.Cmd
	line  string // that says where it listens
	ended chan error
}

// start starts a program and waits until it prints a line that contains port.
func start(ctx context.Context, c *exec.Cmd, port string) (*program, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.Stdout, c.Stderr = in, in
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		return nil, err
	}
	_ = in.Close()
	p := &program{cmd: c, ended: make(chan error, 1)}
	found, printed := make(chan string, 1), make(chan string, 1)
	go func() {
		defer out.Close()
		var all strings.Builder
		s := bufio.NewScanner(out)
		for s.Scan() {
			if all.WriteString(s.Text() + "\n"); strings.Contains(s.Text(), port) {
				found <- s.Text()
				break
			}
		}
		_, _ = io.Copy(io.Discard, out)
		printed <- all.String()
	}()
	go func() { p.ended <- c.Wait() }()
	select {
	case p.line = <-found:
		return p, nil
	case text := <-printed:
		err = fmt.Errorf("the program does not listen on port %s:\n%s", port, text)
	case <-time.After(5 * time.Minute):
		err = errors.New("the program does not print where it listens")
	case <-ctx.Done():
		err = ctx.Err()
	}
	p.stop()
	return nil, err
}

func (p *program) stop() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGINT)
	select {
	case <-p.ended:
	case <-time.After(15 * time.Second):
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.ended
	}
}

// volatile matches what differs between runs.
var volatile = regexp.MustCompile(`\d{4}/\d\d/\d\d \d\d:\d\d:\d\d|\d+\.\d+s\b|\(cached\)|seed \d+`)

func steady(s string) string {
	return strings.Join(strings.Fields(volatile.ReplaceAllString(s, "…")), " ")
}

// same compares the output of a command with what the page shows. Of headers, a page shows some.
func same(p prompt, got string) error {
	want := p.output
	if strings.Contains(p.command, " -i") {
		header, body, _ := strings.Cut(strings.ReplaceAll(got, "\r\n", "\n"), "\n\n")
		shown, content, _ := strings.Cut(want, "\n\n")
		for line := range strings.Lines(shown) {
			if !strings.Contains(header+"\n", strings.TrimSpace(line)+"\n") {
				return fmt.Errorf("$ %s\nprints no line %q:\n%s", p.command, line, got)
			}
		}
		got, want = body, content
	}
	if steady(got) != steady(want) {
		return fmt.Errorf("$ %s\nprints\n%s\nnot\n%s", p.command, got, want)
	}
	return nil
}
