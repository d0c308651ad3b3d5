package apitest

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// curl returns the request as a command, and the response as a comment.
func (x *exchange) curl() string {
	var b strings.Builder
	fmt.Fprintf(&b, "curl -X %s %s", x.method, shell("http://localhost:8080"+x.target))
	for _, name := range slices.Sorted(maps.Keys(x.header)) {
		fmt.Fprintf(&b, " -H %s", shell(name+": "+x.header.Get(name)))
	}
	if x.body != nil {
		fmt.Fprintf(&b, " -d %s", shell(string(x.body)))
	}
	fmt.Fprintf(&b, "\n  # %s: %d %s\n", x.by, x.status, shorten(string(x.got)))
	return b.String()
}

// commands returns the requests of a history. One that follows itself occurs once.
func commands(trace []*exchange) string {
	var b strings.Builder
	for i := 0; i < len(trace); {
		n := 1
		for i+n < len(trace) && trace[i].same(trace[i+n]) {
			n++
		}
		b.WriteString(trace[i].curl())
		if n > 1 {
			fmt.Fprintf(&b, "  # and %d times more\n", n-1)
		}
		i += n
	}
	return b.String()
}

func (x *exchange) same(y *exchange) bool {
	return x.method == y.method && x.target == y.target && x.by == y.by && x.status == y.status && bytes.Equal(x.body, y.body)
}

// program returns the requests of a history as calls of Send. What the server has chosen is taken
// from an earlier response.
func program(trace []*exchange) string {
	var b strings.Builder
	used := make([]bool, len(trace))
	lines := make([]string, len(trace))
	for i, x := range trace {
		target := strconv.Quote(x.target)
		for j, earlier := range trace[:i] {
			if at := earlier.location(); at != "" && strings.HasPrefix(x.target, at) {
				target, used[j] = fmt.Sprintf("r%d.Location()", j+1), true
				if rest := x.target[len(at):]; rest != "" {
					target += " + " + strconv.Quote(rest)
				}
			}
		}
		line := fmt.Sprintf("apitest.Send(t, app, %s, %q, %s, %s", identifier(x.by), x.method, target, literal(string(x.body)))
		for _, name := range slices.Sorted(maps.Keys(x.header)) {
			value := strconv.Quote(x.header.Get(name))
			for j, earlier := range trace[:i] {
				if tag := earlier.response.Get("ETag"); tag != "" && tag == x.header.Get(name) {
					value, used[j] = fmt.Sprintf("r%d.Header.Get(%q)", j+1, "ETag"), true
				}
			}
			line += fmt.Sprintf(", %q, %s", name, value)
		}
		lines[i] = line + ")\n"
	}
	for i, line := range lines {
		if used[i] {
			fmt.Fprintf(&b, "r%d := ", i+1)
		}
		b.WriteString(line)
	}
	return b.String()
}

// identifier returns the name of a variable for the credentials of an identity.
func identifier(name string) string {
	if name == "no credentials" || name == "anonymous" {
		return "nil"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, name)
}

// literal returns a Go literal.
func literal(s string) string {
	if s != "" && strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// shell quotes a word of a shell command.
func shell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
