package mistakes_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// mistake is a program that builds an API.
type mistake struct {
	name string
	api  func() tenon.API
}

// want is what a program with a mistake leads to.
type want struct {
	grade int
	text  string
	found bool
}

// wants are the comments of a file, by their line.
type wants map[int]*want

var comment = regexp.MustCompile(`// want ([1-5]): (.+)$`)

func readWants(t *testing.T, file string) wants {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all, number := wants{}, 0
	for line := range strings.Lines(string(text)) {
		number++
		if m := comment.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			grade, _ := strconv.Atoi(m[1])
			all[number] = &want{grade: grade, text: m[2]}
		}
	}
	return all
}

// grades collects the grades of all programs.
type grades []int

// take checks that everything in the comments was found, and adds their grades.
func (g *grades) take(t *testing.T, file string, all wants) {
	t.Helper()
	for line, w := range all {
		if !w.found {
			t.Errorf("%s:%d: nothing was reported, want %s", file, line, w.text)
		}
		if w.grade < 3 {
			t.Errorf("%s:%d: the grade is %d", file, line, w.grade)
		}
		*g = append(*g, w.grade)
	}
}

// Each mistake leads to what its comment says; the mean of the grades is at least 4.6.
func TestMistakesAreReported(t *testing.T) {
	var all grades
	all.compiler(t)
	all.build(t)
	all.requests(t)
	sum := 0
	for _, g := range all {
		sum += g
	}
	mean := float64(sum) / float64(len(all))
	t.Logf("%d mistakes, mean grade %.2f", len(all), mean)
	if len(all) < 67 || mean < 4.6 {
		t.Errorf("%d mistakes have the mean grade %.2f, want at least 67 and 4.60", len(all), mean)
	}
}

var compilerError = regexp.MustCompile(`^(?:\./)?([a-z]+\.go):(\d+):\d+: (.*)$`)

// compiler compiles all programs that must not compile in one run.
func (g *grades) compiler(t *testing.T) {
	t.Helper()
	const dir = "testdata/compile"
	cmd := exec.Command("go", "build", "-gcflags=-e", "-o", os.DevNull, ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatal("everything compiles")
	}
	files := map[string]wants{}
	names, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		files[filepath.Base(name)] = readWants(t, name)
	}
	for line := range strings.Lines(string(out)) {
		m := compilerError.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "\t") {
				t.Errorf("the compiler says %s", line)
			}
			continue
		}
		n, _ := strconv.Atoi(m[2])
		w := files[m[1]][n]
		switch {
		case w == nil:
			t.Errorf("%s:%d: %s", m[1], n, m[3])
		case !regexp.MustCompile(w.text).MatchString(m[3]):
			t.Errorf("%s:%d: the compiler says %s, want %s", m[1], n, m[3], w.text)
		default:
			w.found = true
		}
	}
	for name, all := range files {
		g.take(t, name, all)
	}
}

// build builds the programs that Build rejects.
func (g *grades) build(t *testing.T) {
	t.Helper()
	files := map[string]wants{}
	for _, m := range allFaulty() {
		_, err := m.api().Build()
		var faults tenon.Faults
		if !errors.As(err, &faults) {
			t.Errorf("%s: Build returned %v, want faults", m.name, err)
		}
		for _, f := range faults {
			found(t, files, m.name, filepath.Base(f.File), f.Line, f.Message)
		}
	}
	for _, list := range parsed {
		err := list()
		m := fault.FindStringSubmatch(err.Error())
		if m == nil {
			t.Fatalf("Err returned %v, want a fault", err)
		}
		line, _ := strconv.Atoi(m[2])
		found(t, files, "a list for Parse", m[1], line, m[3])
	}
	for name, all := range files {
		g.take(t, name, all)
	}
}

var fault = regexp.MustCompile(`\n\t([a-z_]+\.go):(\d+): ([^\n]*)$`)

// found checks a fault with the comment on its line. A comment has several texts with | between
// them if a program has several faults at the line.
func found(t *testing.T, files map[string]wants, program, file string, line int, message string) {
	t.Helper()
	if files[file] == nil {
		files[file] = readWants(t, file)
	}
	w := files[file][line]
	if w == nil {
		t.Errorf("%s: %s:%d: %s", program, file, line, message)
		return
	}
	w.found = w.found || strings.Contains(message, strings.Split(w.text, " | ")[0])
	if !slices.ContainsFunc(strings.Split(w.text, " | "), func(text string) bool { return strings.Contains(message, text) }) {
		t.Errorf("%s: %s:%d: %s, want %s", program, file, line, message, w.text)
	}
}

// accepted is a program that Build accepts, and a request that shows its mistake.
type accepted struct {
	name     string
	grade    int
	api      func() tenon.API
	method   string
	target   string
	body     string
	response string   // a part of it
	log      []string // parts of one line
}

// requests sends a request to each program that Build accepts.
func (g *grades) requests(t *testing.T) {
	t.Helper()
	for _, a := range allAccepted() {
		var log kit.Log
		app := kit.Build(t, a.api().Logger(log.Logger()))
		res := kit.Send(t, app, a.method, a.target, a.body)
		if got := strconv.Itoa(res.Status) + " " + res.Body; !strings.Contains(got, a.response) {
			t.Errorf("%s: the response is %s, want %s", a.name, got, a.response)
		}
		if len(a.log) > 0 {
			log.Has(t, a.log...)
		}
		if a.grade < 3 {
			t.Errorf("%s: the grade is %d", a.name, a.grade)
		}
		*g = append(*g, a.grade)
	}
}
