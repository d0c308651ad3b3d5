package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const readme = "../../README.md"

// The first program of the README, with another address, sends the responses that the README
// shows.
func TestReadmeProgram(t *testing.T) {
	_, rest, found := strings.Cut(section(t, "Ten minutes"), "```go\npackage main\n")
	source, rest, found2 := strings.Cut("package main\n"+rest, "```\n")
	if !found || !found2 {
		t.Fatal("the README has no program")
	}
	address := free(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(strings.Replace(source, `":8080"`, `"`+address+`"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "library"), filepath.Join(dir, "main.go"))
	build.Dir = filepath.Dir(readme)
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	library := exec.CommandContext(t.Context(), filepath.Join(dir, "library"))
	if err := library.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = library.Process.Kill()
		_ = library.Wait()
	}()
	until := time.Now().Add(time.Minute)
	for {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
			break
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	converse(t, rest, "http://"+address, "")
}

// A new shop sends the responses that the README shows.
func TestReadmeShop(t *testing.T) {
	p := launch(t)
	converse(t, section(t, "A complete API"), p.url, p.token)
	p.stop()
	if err := <-p.done; err != nil {
		t.Error(err)
	}
}

// section returns the text below a heading of the README.
func section(t *testing.T, heading string) string {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	_, below, found := strings.Cut(string(text), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("the README has no %q", heading)
	}
	below, _, _ = strings.Cut(below, "\n## ")
	return below
}

func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

var (
	console = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	word    = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
	// volatile matches text that differs between runs.
	volatile = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[0-9:.]+Z|urn:request:[A-Z2-7]{26}|~[0-9a-z]+|(next_cursor":"|cursor=)[\w-]+`)
)

// converse sends the requests of the console blocks in a text, and compares the responses.
func converse(t *testing.T, text, url, token string) {
	t.Helper()
	sent := 0
	for _, block := range console.FindAllStringSubmatch(text, -1) {
		for _, turn := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			command, want, _ := strings.Cut(turn, "\n")
			r, full := curl(t, command, url, token)
			a, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(a.Body)
			_ = a.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			sent++
			if full {
				header, content, _ := strings.Cut(want, "\n\n")
				want = content
				status, fields, _ := strings.Cut(header, "\n")
				if got := a.Proto + " " + a.Status; got != status {
					t.Errorf("%s\ngets %s", command, got)
				}
				for s := bufio.NewScanner(strings.NewReader(fields)); s.Scan(); {
					name, value, _ := strings.Cut(s.Text(), ": ")
					equal(t, name+": "+steady(value), name+": "+steady(strings.Join(a.Header.Values(name), ", ")))
				}
			}
			equal(t, steady(strings.TrimSuffix(want, "\n")), steady(string(body)))
		}
	}
	if sent < 3 {
		t.Errorf("sent %d requests", sent)
	}
}

func steady(s string) string { return volatile.ReplaceAllString(s, "$1…") }

// curl parses a curl command.
func curl(t *testing.T, command, url, token string) (r *http.Request, full bool) {
	t.Helper()
	words := word.FindAllString(strings.ReplaceAll(command, "$TOKEN", token), -1)
	for i, w := range words {
		words[i] = strings.Trim(w, `'"`)
		if w[0] == '\'' || w[0] == '"' {
			words[i] = w[1 : len(w)-1]
		}
	}
	if words[0] != "curl" {
		t.Fatalf("%q is not curl", command)
	}
	method, target, body, header := "GET", "", "", http.Header{}
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "-i":
			full = true
		case "-X":
			i++
			method = words[i]
		case "-H":
			i++
			name, value, _ := strings.Cut(words[i], ": ")
			header.Add(name, value)
		case "--json":
			i++
			body = words[i]
			header.Set("Content-Type", "application/json")
			if method == "GET" {
				method = "POST"
			}
		default:
			target = strings.Replace(words[i], "localhost:8080", url, 1)
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	return r, full
}
