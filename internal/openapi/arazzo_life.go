package openapi

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// life is the operations on the entities of a resource, from their creation to their end; nil for
// those that the API does not have.
type life struct {
	parent *life
	items  string     // the path of an entity
	key    *tree.Prop // its last parameter
	member string     // of the entity, with the value of the parameter

	create, list, view, patch, put, remove *tree.Operation
}

// lifesOf returns the resources whose operations have IDs, in the order of declaration.
func lifesOf(ops []*tree.Operation) (all []*life) {
	for _, op := range ops {
		if op.Method != "POST" || op.ID == "" || op.Success.Body == nil || op.Success.Status > 201 {
			continue
		}
		if of := entity(op.Success.Body); of != nil {
			if l := lifeOf(op, of, ops); l != nil {
				all = append(all, l)
			}
		}
	}
	for _, l := range all {
		for _, other := range all {
			rest, ok := strings.CutPrefix(nameless(l.create.Path), nameless(other.items)+"/")
			if ok && !strings.Contains(rest, "{") {
				l.parent = other
			}
		}
	}
	return slices.DeleteFunc(all, func(l *life) bool { return !l.reachable() })
}

// lifeOf returns the life of the entities that an operation creates; nil if no other one is about
// them.
func lifeOf(create *tree.Operation, of *tree.Collection, ops []*tree.Operation) *life {
	l := &life{create: create}
	base := strings.TrimSuffix(create.Path, "/") + "/{"
	for _, op := range ops {
		if op.ID == "" {
			continue
		}
		if op.Path == create.Path && op.Method == "GET" && listed(op) {
			l.list = op
		}
		name, ok := strings.CutPrefix(op.Path, base)
		name, more := strings.CutSuffix(name, "}")
		if !ok || !more || strings.ContainsAny(name, "/{}.") {
			continue
		}
		key := pathParameter(op, name)
		m := identifying(of, key, create.Success.Body.Mode)
		if m == nil {
			continue
		}
		l.items, l.key, l.member = op.Path, key, m.Prop.Name
		switch op.Method {
		case "GET":
			if op.Success.Body != nil && entity(op.Success.Body) != nil {
				l.view = op
			}
		case "PATCH":
			l.patch = op
		case "PUT":
			l.put = op
		case "DELETE":
			l.remove = op
		}
	}
	if l.key == nil {
		return nil
	}
	return l
}

// identifying returns the member whose value a parameter of the path has: that of the same property,
// the key, or that of the same name.
func identifying(c *tree.Collection, param *tree.Prop, mode tree.Mode) (found *tree.Member) {
	if param == nil {
		return nil
	}
	for _, m := range c.Members {
		switch {
		case !m.Has(mode) || m.Guarded():
		case m.Prop.ID == param.ID:
			return m
		case m.Key, found == nil && m.Prop.Name == param.Name:
			found = m
		}
	}
	return found
}

func listed(op *tree.Operation) bool {
	b := op.Success.Body
	if b == nil || b.Format != tree.JSON || b.Prop == nil {
		return false
	}
	_, is := b.Prop.Type.(tree.Array)
	return is
}

func pathParameter(op *tree.Operation, name string) *tree.Prop {
	for _, in := range op.Inputs {
		if in.In == tree.InPath && in.Prop.Name == name {
			return in.Prop
		}
	}
	return nil
}

// nameless returns a path without the names of its parameters.
func nameless(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}

// index returns the index of a parameter among those of a path, or -1.
func index(path, name string) int {
	i := 0
	for _, s := range strings.Split(path, "/") {
		if s == "{"+name+"}" {
			return i
		}
		if strings.HasPrefix(s, "{") {
			i++
		}
	}
	return -1
}

// reachable reports whether the life begins with what the parents create.
func (l *life) reachable() bool {
	known := 0
	for p := l.parent; p != nil; p = p.parent {
		known++
	}
	return strings.Count(l.create.Path, "{") == known
}

// name returns the ID of the workflow: the segments of the path that are no parameters.
func (l *life) name() string {
	var words []string
	for _, s := range strings.Split(l.create.Path, "/") {
		if s != "" && !strings.Contains(s, "{") {
			words = append(words, identifier(s))
		}
	}
	return strings.Join(words, "_")
}

// identifier returns a text with the characters that IDs may have in Arazzo.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, s)
}
