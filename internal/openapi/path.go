package openapi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// methods has the methods in their order below a path, and fields their names there.
var (
	methods = [...]string{"GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS", "QUERY"}
	fields  = [...]string{"get", "put", "post", "delete", "patch", "head", "options", "query"}
)

// paths writes the operations by path, in the order of declaration.
func (w *writer) paths(ops []*tree.Operation) error {
	items := make(map[string][]*tree.Operation, len(ops))
	var order []string
	shapes := make(map[string]string, len(ops)) // paths by their shapes
	ids := make(map[string]*tree.Operation, len(ops))
	var errs []error
	for _, op := range ops {
		form := shape(op)
		if other, ok := shapes[form]; ok && other != op.Path {
			errs = append(errs, placed(op, fmt.Errorf("OpenAPI takes %s and this for one path: name their parameters alike", other)))
			continue
		}
		shapes[form] = op.Path
		if first := ids[op.ID]; op.ID != "" && first != nil {
			errs = append(errs, placed(op, fmt.Errorf("the operation ID %q is that of %s %s at %s", op.ID, first.Method, first.Path, first.At)))
			continue
		}
		ids[op.ID] = op
		path := op.DocumentedPath()
		if items[path] == nil {
			order = append(order, path)
		}
		items[path] = append(items[path], op)
	}
	w.object("paths")
	for _, path := range order {
		w.named(path)
		errs = append(errs, w.pathItem(items[path], false))
		w.end()
	}
	w.end()
	return errors.Join(errs...)
}

func placed(op *tree.Operation, err error) error {
	return faultAt(op.At, "%s %s: %w", op.Method, op.Path, err)
}

// pathItem writes the operations of one path.
func (w *writer) pathItem(ops []*tree.Operation, outgoing bool) error {
	var errs []error
	for i, op := range ops {
		switch {
		case !slices.Contains(methods[:], op.Method):
			errs = append(errs, placed(op, errors.New("documents do not support the method")))
		case slices.ContainsFunc(ops[:i], func(o *tree.Operation) bool { return o.Method == op.Method }):
			errs = append(errs, placed(op, errors.New("is declared twice")))
		}
	}
	for i, m := range methods {
		for _, op := range ops {
			if op.Method != m {
				continue
			}
			if field := fields[i]; m == "QUERY" {
				w.key(w.since(V32, field))
			} else {
				w.key(field)
			}
			if err := w.operation(op, outgoing); err != nil {
				errs = append(errs, placed(op, err))
			}
		}
	}
	return errors.Join(errs...)
}

// operation writes an operation. The receiver of an outgoing request serves its operation.
func (w *writer) operation(op *tree.Operation, outgoing bool) error {
	w.open('{')
	w.texts("tags", op.Tags)
	w.translated("summary", op.Summary)
	requirements, unknown := requirementText(op.Security)
	w.some("description", paragraphs(w.words.of(op.Doc), requirements))
	w.external(op.ExternalDocs)
	w.some("operationId", op.ID)
	var errs [7]error
	w.request, w.envelope = !outgoing, op.EnvelopeIn(w.api)
	errs[0] = w.parameters(op)
	if op.Body != nil {
		errs[1] = w.requestBody(op.Body)
	}
	w.request = false
	errs[2] = w.responses(op, outgoing)
	errs[3] = w.callbacks(op.Callbacks)
	w.flag("deprecated", op.Deprecated)
	w.emits(op.Emits)
	errs[4] = w.security(op.Security)
	errs[5] = w.extensions(op.Extensions)
	errs[6] = unknown
	w.end()
	return errors.Join(errs[:]...)
}

// emits writes the names of the events of an operation, which are webhooks of the document.
func (w *writer) emits(all []*tree.Event) {
	var names []string
	for _, e := range all {
		if !e.Hidden && w.may(e.Audiences) {
			names = append(names, e.Name)
		}
	}
	w.texts("x-emits", names)
}

// callbacks writes the callbacks of an operation.
func (w *writer) callbacks(all []tree.Callback) error {
	if len(all) == 0 {
		return nil
	}
	var errs []error
	w.object("callbacks")
	for _, c := range all {
		w.named(c.Name)
		w.named(c.URL)
		errs = append(errs, w.pathItem([]*tree.Operation{c.Operation}, true))
		w.end()
		w.end()
	}
	w.end()
	return errors.Join(errs...)
}

// webhooks writes the webhooks by name.
func (w *writer) webhooks(all []tree.Webhook) error {
	if len(all) == 0 {
		return nil
	}
	var errs []error
	w.object(w.since(V31, "webhooks"))
	for i, hook := range all {
		named := func(h tree.Webhook) bool { return h.Name == hook.Name }
		if slices.ContainsFunc(all[:i], named) {
			continue // written with the first
		}
		var ops []*tree.Operation
		for _, h := range all[i:] {
			if named(h) {
				ops = append(ops, h.Operation)
			}
		}
		w.named(hook.Name)
		errs = append(errs, w.pathItem(ops, true))
		w.end()
	}
	w.end()
	return errors.Join(errs...)
}

// shape returns a path with the types of its parameters in place of their names. Paths that differ
// in names only are identical to OpenAPI (3.1.1 §4.8.8.1); those whose types differ are served by
// different operations, as the server decides by the types, so that a document has both.
func shape(op *tree.Operation) string {
	path := op.DocumentedPath()
	if !strings.Contains(path, "{") {
		return path
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(path, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var name string
		name, path, _ = strings.Cut(rest, "}")
		b.WriteByte('{')
		for _, in := range op.Inputs {
			if in.In == tree.InPath && in.Prop.Name == name {
				b.WriteString(kindOf(in.Prop.Type))
			}
		}
		b.WriteByte('}')
	}
}

// kindOf names a type, so far as it decides between paths.
func kindOf(t tree.Type) string {
	switch t := t.(type) {
	case tree.Integer:
		return "integer"
	case tree.Text:
		return t.Format
	case tree.Enum:
		return strings.Join(t.Values, "|")
	}
	return t.Word()
}
