package compatible

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pb33f/libopenapi"
	"github.com/pb33f/libopenapi/what-changed/model"
	"github.com/tenon-go/tenon/oas/oastest/internal/node"
)

// rest compares with libopenapi what has no direction.
func (c *comparison) rest() error {
	was, is := byTemplate(c.old, c.now)
	both := bothHave(was, is)
	old, err := libopenapi.NewDocument(appendTree(nil, remainder(c.old, was, both)))
	if err != nil {
		return fmt.Errorf("the document cannot be compared: %w", err)
	}
	now, err := libopenapi.NewDocument(appendTree(nil, remainder(c.now, is, both)))
	if err != nil {
		return fmt.Errorf("the document of the API cannot be compared: %w", err)
	}
	changes, err := libopenapi.CompareDocuments(old, now)
	if err != nil {
		return fmt.Errorf("the documents cannot be compared: %w", err)
	}
	if changes == nil {
		return nil
	}
	noted := map[*model.Change]bool{}
	note := func(operation string, all []*model.Change) {
		c.operation = operation
		for _, change := range all {
			if !noted[change] {
				noted[change] = true
				breaks := change.Breaking || change.Property == "x-auth-scheme" // the library knows its own extension
				c.note(breaks, difference{where: change.Property, what: changed(change)})
			}
		}
	}
	if changes.PathsChanges != nil {
		for _, path := range slices.Sorted(maps.Keys(changes.PathsChanges.PathItemsChanges)) {
			note(path, changes.PathsChanges.PathItemsChanges[path].GetAllChanges())
		}
	}
	note("", changes.GetAllChanges())
	return nil
}

func changed(c *model.Change) string {
	switch c.ChangeType {
	case model.PropertyAdded, model.ObjectAdded:
		return "it is new " + show(c.New)
	case model.PropertyRemoved, model.ObjectRemoved:
		return "it is gone, was " + show(c.Original)
	}
	return "it is " + show(c.New) + ", was " + show(c.Original)
}

// byTemplate returns the paths of two documents without the names of their parameters, unless several
// paths of one differ only in these.
func byTemplate(old, now map[string]any) (was, is map[string]any) {
	several := map[string]bool{}
	for _, doc := range []map[string]any{old, now} {
		seen := map[string]bool{}
		for path := range node.Object(doc["paths"]) {
			template := braced.ReplaceAllString(path, "{}")
			several[template] = several[template] || seen[template]
			seen[template] = true
		}
	}
	named := func(doc map[string]any) map[string]any {
		out := map[string]any{}
		for path, item := range node.Object(doc["paths"]) {
			template := braced.ReplaceAllString(path, "{}")
			if several[template] {
				template = path
			}
			out[template] = item
		}
		return out
	}
	return named(old), named(now)
}

// bothHave returns the methods that both documents have, by path.
func bothHave(old, now map[string]any) map[string][]string {
	out := map[string][]string{}
	for path, was := range old {
		is := node.Object(now[path])
		for _, method := range methodsOf(node.Object(was)) {
			if is[method] != nil {
				out[path] = append(out[path], method)
			}
		}
	}
	return out
}

// remainder returns a document with the parts that are not compared yet.
func remainder(doc, paths map[string]any, operations map[string][]string) map[string]any {
	out := map[string]any{}
	for name, v := range doc {
		switch name {
		case "paths", "webhooks", "x-webhooks", "components", "tags", "security": // compared already, or only texts
		default:
			out[name] = v
		}
	}
	items := map[string]any{}
	for path, methods := range operations {
		items[path] = itemOf(node.Object(paths[path]), methods)
	}
	out["paths"] = items
	if schemes := node.Object(doc["components"])["securitySchemes"]; schemes != nil {
		out["components"] = map[string]any{"securitySchemes": schemes}
	}
	return out
}

func itemOf(item map[string]any, methods []string) map[string]any {
	out := map[string]any{}
	if servers := item["servers"]; servers != nil {
		out["servers"] = servers
	}
	for _, method := range methods {
		out[method] = leftOf(node.Object(item[method]))
	}
	return out
}

// leftOf returns the parts of an operation that are not compared yet.
func leftOf(op map[string]any) map[string]any {
	out := map[string]any{"responses": map[string]any{}}
	for name, v := range op {
		switch name {
		case "parameters", "requestBody", "responses", "security", "callbacks", "description", "tags", // compared already, or only texts
			"x-access", "x-rate-limits", "x-list":
		default:
			out[name] = v
		}
	}
	return out
}
