// Package session runs the curl commands of a text file against a handler, and compares what it
// answers with what the file has below each command.
package session

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"strings"
	"testing"
)

// shown are the headers that a session shows.
var shown = []string{"Location", "Link", "Etag", "Retry-After", "Idempotent-Replayed", "Www-Authenticate", "Content-Type"}

// run runs the commands of a file. With TENON_UPDATE it writes the answers into the file.
func run(t *testing.T, h http.Handler, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	command := ""
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "#"):
			b.WriteString(line)
		case strings.HasPrefix(line, "$ "), command != "":
			b.WriteString(line)
			command += strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "$ ")
			var goesOn bool
			if command, goesOn = strings.CutSuffix(command, "\\"); goesOn {
				continue
			}
			b.WriteString(answer(t, h, command) + "\n")
			command = ""
		}
	}
	if os.Getenv("TENON_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, want := strings.Split(b.String(), "\n"), strings.Split(string(text), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s:%d differs; TENON_UPDATE=1 go test writes\n%s", file, i+1, strings.Join(got[min(i, len(got)-1):min(i+3, len(got))], "\n"))
		}
	}
}

// answer sends the request of a command and returns the response.
func answer(t *testing.T, h http.Handler, command string) string {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(t, words(command)))
	var b strings.Builder
	fmt.Fprintf(&b, "%d", w.Code)
	for _, name := range shown {
		value := w.Header().Get(name)
		if value != "" && !(name == "Content-Type" && value == "application/json") {
			b.WriteString("\n" + name + ": " + value)
		}
	}
	return b.String() + "\n" + strings.TrimSpace(w.Body.String()) + "\n"
}

// words splits a command as a shell does, without expansion.
func words(command string) (all []string) {
	var word strings.Builder
	quote, inside := rune(0), false
	for _, c := range command + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, inside = c, true
		case c == ' ' || c == '\t':
			if inside || word.Len() > 0 {
				all = append(all, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(c)
		}
	}
	return all
}

// request builds the request of a command.
func request(t *testing.T, args []string) *http.Request {
	t.Helper()
	method, target, mediaType, user := "", "", "", ""
	var body bytes.Buffer
	var parts *multipart.Writer
	header := http.Header{}
	query := false
	for i := 1; i < len(args); i++ {
		value := func() string { i++; return args[i] }
		switch args[i] {
		case "-X":
			method = value()
		case "-H":
			name, v, _ := strings.Cut(value(), ": ")
			header.Add(name, v)
		case "-u":
			user = value()
		case "-G":
			query = true
		case "-d":
			if body.Len() > 0 {
				body.WriteByte('&')
			}
			body.WriteString(value())
			mediaType = "application/x-www-form-urlencoded"
		case "--json":
			body.WriteString(value())
			mediaType = "application/json"
		case "-F":
			if parts == nil {
				parts = multipart.NewWriter(&body)
				mediaType = parts.FormDataContentType()
			}
			part(t, parts, value())
		default:
			target = args[i]
		}
	}
	if parts != nil {
		parts.Close()
	}
	switch {
	case query:
		target += "?" + body.String()
		body.Reset()
	case method == "" && body.Len() > 0:
		method = "POST"
	}
	if method == "" {
		method = "GET"
	}
	r := httptest.NewRequest(method, target, &body)
	if mediaType != "" && !query {
		r.Header.Set("Content-Type", mediaType)
	}
	for name, values := range header {
		r.Header[textproto.CanonicalMIMEHeaderKey(name)] = values
	}
	if name, password, ok := strings.Cut(user, ":"); ok {
		r.SetBasicAuth(name, password)
	}
	return r
}

// part adds name=text or name=@file to a form. A file has its name as its content.
func part(t *testing.T, form *multipart.Writer, text string) {
	t.Helper()
	name, value, _ := strings.Cut(text, "=")
	h := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + name + `"`}}
	if file, ok := strings.CutPrefix(value, "@"); ok {
		h.Set("Content-Disposition", `form-data; name="`+name+`"; filename="`+file+`"`)
		h.Set("Content-Type", "application/octet-stream")
		value = "content of " + file + "\n"
	}
	w, err := form.CreatePart(h)
	if err == nil {
		_, err = w.Write([]byte(value))
	}
	if err != nil {
		t.Fatal(err)
	}
}
