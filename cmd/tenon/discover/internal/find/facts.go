package find

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// facts has what is known about a package. It is cached.
type facts struct {
	name    string     // of the package
	imports []imported // from the tree, sorted
	// foreign reports whether the package imports packages outside of the tree and the standard
	// library, so that it may have routes.
	foreign bool
	deep    string // fingerprint of the package and of all packages of the tree that it imports
	checked bool   // the members are known
	members []member
	taken   []string // the names in the package of the list
}

// imported is a package that another imports.
type imported struct {
	path string
	at   place
}

// place is a position in a package.
type place struct {
	file         string // without its directory
	line, column int
}

// member is a package-level value that is a route, or several.
type member struct {
	name   string
	at     place
	call   bool // a function that returns it
	many   bool // a slice of them
	unused bool // nothing in the package refers to it
	holds  []name
}

// name is the name of a package-level value.
type name struct{ pkg, name string }

// edition is the first line of cached facts. It changes with their format.
const edition = "routes 1"

// append appends facts as lines of words.
func (f *facts) append(b []byte) []byte {
	b = append(b, edition...)
	b = line(b, "package", f.name, f.deep, strconv.FormatBool(f.foreign), strconv.FormatBool(f.checked))
	for _, i := range f.imports {
		b = line(b, append([]string{"import", i.path}, i.at.words()...)...)
	}
	for _, m := range f.members {
		b = line(b, append([]string{"member", m.name,
			strconv.FormatBool(m.call), strconv.FormatBool(m.many), strconv.FormatBool(m.unused)}, m.at.words()...)...)
		for _, h := range m.holds {
			b = line(b, "holds", h.pkg, h.name)
		}
	}
	for _, t := range f.taken {
		b = line(b, "taken", t)
	}
	return append(b, "\nend"...)
}

func line(b []byte, words ...string) []byte {
	b = append(b, '\n')
	for i, w := range words {
		if i > 0 {
			b = append(b, '\t')
		}
		b = strconv.AppendQuote(b, w)
	}
	return b
}

func (p place) words() []string {
	return []string{p.file, strconv.Itoa(p.line), strconv.Itoa(p.column)}
}

// parseFacts parses the output of append.
func parseFacts(text string) (f *facts, err error) {
	lines := strings.Split(text, "\n")
	if lines[0] != edition || len(lines) < 2 || lines[len(lines)-1] != "end" {
		return nil, fmt.Errorf("not of the edition %q", edition)
	}
	f = new(facts)
	for _, l := range lines[1 : len(lines)-1] {
		w := words{}
		for word := range strings.SplitSeq(l, "\t") {
			bare, err := strconv.Unquote(word)
			if err != nil {
				return nil, err
			}
			w.rest = append(w.rest, bare)
		}
		switch w.text() {
		case "package":
			f.name, f.deep, f.foreign, f.checked = w.text(), w.text(), w.bool(), w.bool()
		case "import":
			f.imports = append(f.imports, imported{w.text(), w.place()})
		case "member":
			f.members = append(f.members, member{name: w.text(), call: w.bool(), many: w.bool(), unused: w.bool(), at: w.place()})
		case "holds":
			if len(f.members) == 0 {
				return nil, fmt.Errorf("unexpected line %q", l)
			}
			m := &f.members[len(f.members)-1]
			m.holds = append(m.holds, name{w.text(), w.text()})
		case "taken":
			f.taken = append(f.taken, w.text())
		default:
			w.wrong = true
		}
		if w.wrong || len(w.rest) > 0 {
			return nil, fmt.Errorf("line %q", l)
		}
	}
	return f, nil
}

// words are read one after the other.
type words struct {
	rest  []string
	wrong bool
}

func (w *words) text() string {
	if len(w.rest) == 0 {
		w.wrong = true
		return ""
	}
	t := w.rest[0]
	w.rest = w.rest[1:]
	return t
}

func (w *words) bool() bool {
	b, err := strconv.ParseBool(w.text())
	w.wrong = w.wrong || err != nil
	return b
}

func (w *words) int() int {
	n, err := strconv.Atoi(w.text())
	w.wrong = w.wrong || err != nil
	return n
}

func (w *words) place() place { return place{w.text(), w.int(), w.int()} }

// load returns the cached facts of a package, or nil.
func (f *finder) load(ctx context.Context, s *source) *facts {
	if f.cache == nil {
		return nil
	}
	text, ok := f.cache.Get(ctx, edition+" "+s.print)
	if !ok {
		return nil
	}
	known, err := parseFacts(string(text))
	if err != nil {
		return nil // of another version: it is written again
	}
	return known
}

// store caches the facts of a package. An error of the cache is reported, but is not a failure.
func (f *finder) store(ctx context.Context, s *source, known *facts) {
	if f.cache == nil {
		return
	}
	if err := f.cache.Put(ctx, edition+" "+s.print, known.append(nil)); err != nil && f.found.CacheErr == nil {
		f.found.CacheErr = err
	}
}
