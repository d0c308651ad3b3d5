package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A new shop sends the responses that its README shows.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	database, mock, _ := strings.Cut(string(text), "\n## Without a database\n")
	for _, part := range []struct {
		text  string
		flags []string
	}{{database, nil}, {mock, []string{"-mock"}}} {
		p := launch(t, part.flags...)
		converse(t, part.text, p.url, p.token)
		p.stop()
		if err := <-p.done; err != nil {
			t.Error(err)
		}
	}
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
