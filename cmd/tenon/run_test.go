//go:build unix

package main

import (
	"bufio"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const watched = `package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"example.com/watched/inner"
)

//go:embed page/text.txt
var text string

func main() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	fmt.Println("started", inner.Name, text, os.Args[1:])
	<-signals
	fmt.Println("ended")
}
`

// printed is what a program and tenon run print, line by line.
type printed struct {
	t     *testing.T
	lines chan string
}

func (p printed) want(text string) {
	p.t.Helper()
	for {
		select {
		case line := <-p.lines:
			if strings.Contains(line, text) {
				return
			}
			p.t.Logf("before %q: %s", text, line)
			if strings.HasPrefix(line, "started") || line == "ended" {
				p.t.Fatalf("%q comes before %q", line, text)
			}
		case <-time.After(time.Minute):
			p.t.Fatalf("nothing prints %q", text)
		}
	}
}

// silent fails if something is printed for a while that is longer than the watcher waits.
func (p printed) silent(after string) {
	p.t.Helper()
	select {
	case line := <-p.lines:
		p.t.Fatalf("after %s: %s", after, line)
	case <-time.After(5 * settle):
	}
}

func TestRunRestartsOnChanges(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	write := func(name, text string) { put(t, filepath.Join(dir, name), text) }
	write("go.mod", "module example.com/watched\n\ngo 1.26.0\n")
	write("main.go", watched)
	write("inner/name.go", "package inner\n\nconst Name = \"one\"\n")
	write("page/text.txt", "text1")

	reader, writer := io.Pipe()
	p := printed{t, make(chan string, 100)}
	go func() {
		for lines := bufio.NewScanner(reader); lines.Scan(); {
			p.lines <- lines.Text()
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	status := make(chan int)
	go func() { status <- run(ctx, dir, []string{"run", ".", "-a", "b"}, writer, writer) }()

	p.want("started one text1 [-a b]")
	write("inner/name.go", "package inner\n\nconst Name = \"two\"\n") // another package
	p.want("ended")
	p.want("started two text1")
	write("page/text.txt", "text2") // an embedded file
	p.want("ended")
	p.want("started two text2")

	write("inner/name_test.go", "package inner\n") // neither is part of the program
	write("notes.db", "data")
	p.silent("files that are not built")

	write("main.go", watched+"\nfunc\n")
	p.want("main.go:")
	p.want("the build has failed; the old program keeps running")
	p.silent("a failed build")
	write("main.go", strings.Replace(watched, "<-signals", "os.Exit(3)", 1))
	p.want("ended") // the old program has run until now
	p.want("started two text2")
	p.want("the program has ended (exit status 3); waiting for changes")
	write("main.go", "package main\n\nimport _ \"example.com/watched/gone\"\n")
	p.want("gone")
	p.want("the build has failed; waiting for changes")
	write("main.go", watched)
	p.want("started two text2")

	cancel()
	p.want("ended")
	if code := <-status; code != 0 {
		t.Errorf("the status is %d", code)
	}
}

// A program that does not end is killed.
func TestRunKillsAfterGrace(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	put(t, filepath.Join(dir, "go.mod"), "module example.com/deaf\n\ngo 1.26.0\n")
	put(t, filepath.Join(dir, "main.go"), `package main

import (
	"fmt"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	signal.Ignore(syscall.SIGTERM)
	fmt.Println("started")
	for {
		time.Sleep(time.Hour)
	}
}
`)
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	status := make(chan int)
	go func() { status <- run(ctx, dir, []string{"run", "-grace", "100ms"}, writer, io.Discard) }()
	if line, err := bufio.NewReader(reader).ReadString('\n'); err != nil || line != "started\n" {
		t.Fatalf("%q, %v", line, err)
	}
	cancel()
	select {
	case <-status:
	case <-time.After(time.Minute):
		t.Fatal("the program still runs")
	}
}
