package find

import (
	"go/token"
	"path"
	"slices"
	"strings"
)

// item is a member that the file lists.
type item struct {
	pkg string
	member
}

// choose selects the members for the list, and reports those that cannot be in it.
func (f *finder) choose(paths []string) {
	held := map[name]bool{}
	for _, p := range paths {
		for _, m := range f.known[p].members {
			for _, h := range m.holds {
				if h != (name{p, m.name}) {
					held[h] = true
				}
			}
		}
	}
	var items []item
	for _, p := range paths {
		var exported []item
		for _, m := range f.known[p].members {
			switch {
			case held[name{p, m.name}]: // its group or resource serves it
			case token.IsExported(m.name):
				exported = append(exported, item{p, m})
			case m.unused:
				f.fault(p, m.at, "%s is a route that nothing uses, and the list cannot name it: export it, put it into a group, or write %s above it", m.name, skip)
			}
		}
		if p != f.target && len(exported) > 0 && !f.importable(exported[0]) {
			continue
		}
		items = append(items, exported...)
	}
	if len(f.found.Faults) > 0 {
		return
	}
	text, err := f.write(items, f.names(items))
	if err != nil { // only if this package has an error
		f.found.Faults = append(f.found.Faults, Fault{What: err.Error()})
		return
	}
	f.found.Text, f.found.Values = text, len(items)
}

// importable reports why the package of the list cannot import that of a member.
func (f *finder) importable(m item) bool {
	if f.known[m.pkg].name == "main" {
		f.fault(m.pkg, m.at, "%s is in a package main, which nothing can import: move it, or write %s above it", m.name, skip)
		return false
	}
	if i := internalParent(m.pkg); i >= 0 {
		parent := m.pkg[:i]
		if f.target != parent && !strings.HasPrefix(f.target, parent+"/") {
			f.fault(m.pkg, m.at, "%s is in an internal package, which %s cannot import: it is for packages below %s", m.name, f.target, parent)
			return false
		}
	}
	if i, ok := f.importsTarget(m.pkg, map[string]bool{}); ok {
		f.fault(m.pkg, i.at, "%s has routes and imports %s, which depends on %s, the package of the list: write the list to another package with -o", m.pkg, i.path, f.target)
		return false
	}
	return true
}

// internalParent returns the length of the path whose packages may import an internal package,
// as the go command defines it; -1 if the package is not internal.
func internalParent(importPath string) int {
	if i := strings.LastIndex(importPath, "/internal/"); i >= 0 {
		return i
	}
	if strings.HasSuffix(importPath, "/internal") {
		return len(importPath) - len("/internal")
	}
	return -1
}

// importsTarget returns an import of a package that depends on the package of the list.
func (f *finder) importsTarget(importPath string, seen map[string]bool) (imported, bool) {
	seen[importPath] = true
	k := f.known[importPath]
	if k == nil {
		return imported{}, false
	}
	for _, i := range k.imports {
		if i.path == f.target {
			return i, true
		}
		if !seen[i.path] {
			if _, ok := f.importsTarget(i.path, seen); ok {
				return i, true
			}
		}
	}
	return imported{}, false
}

// names returns the names of imported packages in the file. If a name is taken, that of the
// parent folder is put in front, and then a number behind it.
func (f *finder) names(items []item) map[string]string {
	taken := map[string]bool{f.fn: true, "append": true, "nil": true}
	if k := f.known[f.target]; k != nil {
		for _, n := range k.taken {
			taken[n] = true
		}
	}
	names := map[string]string{routes: f.free(routes, "route", taken)}
	for _, it := range items {
		if it.pkg != f.target && names[it.pkg] == "" {
			names[it.pkg] = f.free(it.pkg, f.known[it.pkg].name, taken)
		}
	}
	return names
}

func (f *finder) free(importPath, base string, taken map[string]bool) string {
	candidates := []string{base}
	for dir, longer := path.Dir(importPath), base; dir != "." && dir != "/"; dir = path.Dir(dir) {
		longer = identifier(path.Base(dir)) + longer
		candidates = append(candidates, longer)
		if len(candidates) == 3 {
			break
		}
	}
	i := slices.IndexFunc(candidates, func(c string) bool { return !taken[c] })
	for n := byte('2'); i < 0; n++ {
		if c := base + string(n); !taken[c] {
			candidates, i = []string{c}, 0
		}
	}
	taken[candidates[i]] = true
	return candidates[i]
}
