//go:build unix

package page

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
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
// next one starts; its output is its first line.
func (t *typist) run(ctx context.Context, command string) (string, error) {
	command = t.onPort(command)
	if strings.HasPrefix(command, "go run ") {
		t.stop()
		var err error
		t.program, err = start(ctx, t.shell(command))
		if err != nil {
			return "", err
		}
		return strings.ReplaceAll(t.program.first, ":"+t.port, ":8080"), nil
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
	first string // line
	ended chan error
}

// start starts a program and waits for its first line on stderr or stdout.
func start(ctx context.Context, c *exec.Cmd) (*program, error) {
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
	lines := make(chan string)
	go func() {
		defer out.Close()
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			if strings.HasPrefix(s.Text(), "go: downloading ") {
				continue
			}
			select {
			case lines <- s.Text():
			case <-time.After(time.Millisecond): // nobody waits for another line
			}
		}
	}()
	go func() { p.ended <- c.Wait() }()
	select {
	case line, ok := <-lines:
		p.first = line
		if !ok {
			return nil, errors.New("the program prints nothing")
		}
		return p, nil
	case <-time.After(5 * time.Minute):
	case <-ctx.Done():
	}
	p.stop()
	return nil, errors.New("the program does not print where it listens")
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
