package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"bench/stacks/tenon"
)

// every is the interval at which the server reports its memory.
const every = 5 * time.Second

// server serves the shop until its standard input ends.
func server() error {
	runtime.GOMAXPROCS(cores)
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1)) // the parent process has ended
		os.Exit(0)
	}()
	go http.Serve(at, tenon.New())
	fmt.Println(at.Addr())
	for range time.Tick(every) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		fmt.Println(m.HeapAlloc+m.StackInuse, resident())
	}
	return nil
}

// resident returns the resident memory of the process, or 0 if it is unknown.
func resident() (bytes uint64) {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			fmt.Sscan(rest, &bytes)
		}
	}
	return bytes << 10
}

// A process is a server and its samples.
type process struct {
	command *exec.Cmd
	lines   *bufio.Scanner
	address string
	memory  []sample
}

// A sample is the memory of a server at a time.
type sample struct {
	at             time.Duration
	held, resident uint64
}

func start() (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(self, "-serve")}
	p.command.Stderr = os.Stderr
	if _, err := p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	p.lines = bufio.NewScanner(out)
	if !p.lines.Scan() {
		return nil, fmt.Errorf("the server does not start: %w", p.command.Wait())
	}
	p.address = p.lines.Text()
	return p, nil
}

// sample waits for the next sample.
func (p *process) sample() (s sample, err error) {
	if !p.lines.Scan() {
		return s, fmt.Errorf("the server is gone: %v", p.command.Wait())
	}
	_, err = fmt.Sscan(p.lines.Text(), &s.held, &s.resident)
	return s, err
}

func (p *process) stop() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// growth compares the memory in the second minute with that in the last one.
func growth(all []sample) error {
	end := all[len(all)-1].at
	of := func(from, to time.Duration, what func(sample) uint64) float64 {
		var values []uint64
		for _, s := range all {
			if s.at > from && s.at <= to {
				values = append(values, what(s))
			}
		}
		slices.Sort(values)
		return float64(values[len(values)/2])
	}
	for name, what := range map[string]func(sample) uint64{
		"held":     func(s sample) uint64 { return s.held },
		"resident": func(s sample) uint64 { return s.resident },
	} {
		before, after := of(settled, 2*settled, what), of(end-settled, end, what)
		fmt.Printf("%s: %.1f MiB in the second minute, %.1f MiB in the last\n", name, before/(1<<20), after/(1<<20))
		if after > before*1.1+(1<<20) {
			return fmt.Errorf("the memory %s has grown", name)
		}
	}
	return nil
}
