package find

import (
	"bytes"
	"cmp"
	"go/format"
	"path"
	"slices"
	"strconv"
)

// write writes the file. Without names the list is empty, as in the stand-in for type checking.
func (f *finder) write(items []item, names map[string]string) ([]byte, error) {
	var b bytes.Buffer
	route := cmp.Or(names[routes], "route")
	put := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	put(header, "\n\npackage ", f.pkg, "\n\nimport (\n")
	if f.target != routes {
		put(alias(routes, route, "route"), strconv.Quote(routes), "\n")
	}
	var others []string
	for _, it := range items {
		if it.pkg != f.target {
			others = append(others, it.pkg)
		}
	}
	if others = slices.Compact(others); len(others) > 0 {
		put("\n")
	}
	for _, p := range others {
		put(alias(p, names[p], f.known[p].name), strconv.Quote(p), "\n")
	}
	put(")\n\n// ", f.fn, " returns the routes, groups and resources that the packages of this tree\n// export and that are in none of the others.\n",
		"func ", f.fn, "() []", route, ".Member {\n")
	f.writeList(put, route, items, names)
	put("}\n")
	return format.Source(b.Bytes())
}

// writeList writes the body of the function: one list, and appends to it.
func (f *finder) writeList(put func(...string), route string, items []item, names map[string]string) {
	plain := !slices.ContainsFunc(items, func(i item) bool { return i.many })
	if plain {
		put("return []", route, ".Member{\n")
	} else {
		put("var list []", route, ".Member\n")
	}
	pkg := ""
	for i, it := range items {
		if it.pkg != pkg {
			if i > 0 {
				put("\n")
			}
			pkg = it.pkg
		}
		expr := it.name
		if it.pkg != f.target {
			expr = names[it.pkg] + "." + expr
		}
		if it.call {
			expr += "()"
		}
		switch {
		case plain:
			put(expr, ",\n")
		case it.many:
			put("list = append(list, ", expr, "...)\n")
		default:
			put("list = append(list, ", expr, ")\n")
		}
	}
	if plain {
		put("}\n")
	} else {
		put("\nreturn list\n")
	}
}

// alias returns the name before an import path, if it is needed.
func alias(importPath, name, declared string) string {
	if name == declared && declared == path.Base(importPath) {
		return ""
	}
	return name + " "
}

// IsGenerated reports whether this package wrote a file.
func IsGenerated(text []byte) bool { return bytes.HasPrefix(text, []byte(header)) }
