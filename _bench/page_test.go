package main

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bench/stacks"
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func names() (all []string) {
	for _, c := range cases() {
		all = append(all, c.name)
	}
	return all
}

// section returns a section of doc/performance.md.
func section(t *testing.T, title string) string {
	t.Helper()
	_, text, ok := strings.Cut(read(t, "../doc/performance.md"), "\n## "+title+"\n")
	if !ok {
		t.Fatalf("the page has no section %q", title)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// haveRatios fails if the first table of a section of the page lacks a case, or a ratio that -check
// compares with.
func haveRatios(t *testing.T, section, file string, cases []task) {
	t.Helper()
	known, err := readRatios(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows, want []string
	for _, c := range cases {
		want = append(want, c.name)
	}
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \|[^|]+\|[^|]+\|[^|]+\|[^|]+\|([^|]*)\|$`).FindAllStringSubmatch(section, -1) {
		name, ratio := m[1], strings.TrimSpace(m[2])
		if name == "case" {
			continue
		}
		rows = append(rows, name)
		if i := slices.IndexFunc(known, func(r recorded) bool { return r.name == name }); i >= 0 && ratio != known[i].String() {
			t.Errorf("%s takes %q times the limit on the page, and %q in %s", name, ratio, known[i], file)
		}
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the page has the cases %q, not %q", rows, want)
	}
}

// The tables of doc/performance.md have every case, and the text has the machine, the date, the
// versions and the commands.
func TestPageHasMeasurements(t *testing.T) {
	haveRatios(t, section(t, "In process"), "ratios.txt", cases())
	haveRatios(t, section(t, "More cases"), "ratios-more.txt", others())
	page := read(t, "../doc/performance.md")
	text := strings.Join(strings.Fields(page), " ")
	for _, want := range []string{
		`Measured \d{4}-\d\d-\d\d on \S+ cores of an? .+, \w+/\w+, Go 1\.26\.\d+ and 1\.27\.\d+;`,
		"`go run -C _bench \\. -cpu`", "`go run -C _bench \\. -more`", "`go run -C _bench \\./sock`", `\(speed\.svg\)`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("the page lacks %s", want)
		}
	}
	versions := read(t, "go.mod")
	for name, module := range map[string]string{
		"ogen": "github.com/ogen-go/ogen", "goa": "goa.design/goa/v3", "huma": "github.com/danielgtaylor/huma/v2",
		"fuego": "github.com/go-fuego/fuego", "gin": "github.com/gin-gonic/gin", "echo": "github.com/labstack/echo/v5",
		"fiber": "github.com/gofiber/fiber/v3", "chi": "github.com/go-chi/chi/v5", "gorilla/mux": "github.com/gorilla/mux", "kin-openapi": "github.com/getkin/kin-openapi",
	} {
		_, version, ok := strings.Cut(versions, "\t"+module+" v")
		version, _, _ = strings.Cut(version, "\n")
		version, _, _ = strings.Cut(version, " ")
		if !ok || !regexp.MustCompile(`\b`+regexp.QuoteMeta(name+" "+version)+`[,.;]`).MatchString(text) {
			t.Errorf("the page lacks the version of %s, %s", name, version)
		}
	}
}

// The tables over sockets have the ratios that -check of sock compares with, and a row of costs has
// each case.
func TestPageHasSocketsAndCosts(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\| tenon \|.*$`).FindString(section(t, "Over sockets"))
	lines := strings.Split(strings.TrimSpace(read(t, "sock/ratios.txt")), "\n")
	if len(lines) != 3 {
		t.Fatalf("sock/ratios.txt has %d cases", len(lines))
	}
	for _, line := range lines {
		ratio, name, _ := strings.Cut(line, "\t")
		if !strings.Contains(row, "("+ratio+")") {
			t.Errorf("%s takes %s times a static response in sock/ratios.txt, and the page has %s", name, ratio, row)
		}
	}
	costs := section(t, "Where the time goes")
	for _, c := range slices.Concat(cases(), others()) {
		if !regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(c.name) + ` \|( [^,]+,){4} [^,]+ \|$`).MatchString(costs) {
			t.Errorf("the page lacks the five largest costs of %s", c.name)
		}
	}
}

// The README sums the table up: a request takes a fifth to two fifths of the time by hand.
func TestReadmeSumsUp(t *testing.T) {
	if !strings.Contains(read(t, "../README.md"), "Requests take a fifth to two fifths of the time that handlers by hand with `encoding/json` take") {
		t.Fatal("the README has another sentence")
	}
	found := 0
	for _, m := range regexp.MustCompile(`(?m)^\| ((?:get|list|create|batch)[^|]*) \|[^|]+\|[^|]+\| ([0-9.]+) \|(?: ([0-9.]+) \|)?`).FindAllStringSubmatch(section(t, "In process"), -1) {
		for _, number := range m[2:] {
			if number == "" { // of one version of Go
				continue
			}
			found++
			ratio, err := strconv.ParseFloat(number, 64)
			if err != nil || ratio < 0.16 || ratio > 0.42 {
				t.Errorf("%s takes %s of the time by hand", m[1], number)
			}
		}
	}
	if found < 18 {
		t.Errorf("the table has %d cases of requests", found)
	}
}

// A case with another name would not be checked.
func TestCheckedCasesAreMeasured(t *testing.T) {
	all := names()
	known, err := readRatios("ratios.txt")
	if err != nil {
		t.Fatal(err)
	}
	checked := []string{fewRoutes, manyRoutes}
	for _, r := range known {
		checked = append(checked, r.name)
	}
	ci := read(t, "../.ci/run")
	step := regexp.MustCompile(`-only '([^']+)' -check ratios\.txt`).FindStringSubmatch(ci)
	if step == nil {
		t.Fatal("CI does not check the ratios")
	}
	for _, name := range checked {
		if !slices.Contains(all, name) {
			t.Errorf("%s is not a case", name)
		}
		if !regexp.MustCompile(step[1]).MatchString(name) {
			t.Errorf("CI does not measure %s", name)
		}
	}
	if slices.Index(all, fewRoutes)+1 != slices.Index(all, manyRoutes) {
		t.Errorf("%s is not measured just before %s", fewRoutes, manyRoutes)
	}
	for _, c := range measuredOfTheLimit(cases()) {
		if !slices.ContainsFunc(known, func(r recorded) bool { return r.name == c }) {
			t.Errorf("%s has no ratio in ratios.txt", c)
		}
	}
}

// The second table is checked with a file of its own, apart from cases whose ratios vary.
func TestCheckedCasesOfSecondTable(t *testing.T) {
	known, err := readRatios("ratios-more.txt")
	if err != nil {
		t.Fatal(err)
	}
	step := regexp.MustCompile(`-more -only '([^']+)' -check ratios-more\.txt`).FindStringSubmatch(read(t, "../.ci/run"))
	if step == nil {
		t.Fatal("CI does not check the ratios of the second table")
	}
	checked := regexp.MustCompile(step[1])
	for _, c := range measuredOfTheLimit(others()) {
		has := slices.ContainsFunc(known, func(r recorded) bool { return r.name == c })
		if want := checked.MatchString(c); has != want {
			t.Errorf("%s has a ratio in ratios-more.txt: %v; CI measures it: %v", c, has, want)
		}
	}
	for _, r := range known {
		if !slices.ContainsFunc(others(), func(c task) bool { return c.name == r.name }) {
			t.Errorf("%s is not a case", r.name)
		}
	}
}

// measuredOfTheLimit returns the cases that the limit supports.
func measuredOfTheLimit(tasks []task) (all []string) {
	for _, s := range stacks.All() {
		for _, c := range tasks {
			if s.Name == stacks.Limit && c.of(s) != nil {
				all = append(all, c.name)
			}
		}
	}
	return all
}
