package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// document is an OpenAPI document, 3.0 or 3.1.
type document struct {
	root         object
	old          bool // 3.0
	schemas      map[schemaKey]*schema
	merging      []string // the $refs of the allOf that is read
	distributing int      // unions whose cases are being completed
	validators   map[originalKey]*originals
}

// readDocument reads a file. A document of another version than 3.0 and 3.1 has no operations.
func readDocument(file string) (*document, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseDocument(text)
}

func parseDocument(text []byte) (*document, error) {
	d := &document{schemas: map[schemaKey]*schema{}, validators: map[originalKey]*originals{}}
	v, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	d.root, _ = v.(object)
	version, _ := d.root["openapi"].(string)
	if !strings.HasPrefix(version, "3.") {
		return nil, fmt.Errorf("version %q is not 3.x", version)
	}
	d.old = strings.HasPrefix(version, "3.0")
	return d, nil
}

// resolve follows the $refs of an object that is not a schema.
func (d *document) resolve(v any) object {
	o, _ := v.(object)
	for range 20 {
		ref, ok := o["$ref"].(string)
		if !ok {
			return o
		}
		o, _ = d.at(ref).(object)
	}
	return nil
}

// at returns what a local reference refers to, or nil.
func (d *document) at(ref string) any {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	var v any = d.root
	for part := range strings.SplitSeq(path, "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(unescape(part))
		switch t := v.(type) {
		case object:
			v = t[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(t) {
				return nil
			}
			v = t[i]
		default:
			return nil
		}
	}
	return v
}

// unescape removes the percent-encoding of a fragment (RFC 6901 §6).
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// operation is an operation of a document, as it is written there.
type operation struct {
	method, path string
	item, raw    object
}

var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

// operations returns the operations in the order of paths and methods.
func (d *document) operations() (all []operation) {
	paths, _ := d.root["paths"].(object)
	for _, path := range sortedKeys(paths) {
		item := d.resolve(paths[path])
		for _, m := range methods {
			if raw, ok := item[m].(object); ok {
				all = append(all, operationAt(strings.ToUpper(m), path, item, raw))
			}
		}
	}
	return all
}

// operationAt returns an operation. What publishers write behind a path distinguishes operations of one
// path and method: a fragment, which no request has, and a query, which is parameters of one value.
func operationAt(method, path string, item, raw object) operation {
	path, _, _ = strings.Cut(path, "#")
	path, query, _ := strings.Cut(path, "?")
	if query == "" {
		return operation{method, path, item, raw}
	}
	with := object{}
	maps.Copy(with, item)
	all := list(item["parameters"])
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		all = append(slices.Clip(all), object{"in": "query", "name": name, "required": true, "schema": object{"type": "string", "enum": []any{value}}})
	}
	with["parameters"] = all
	return operation{method, path, with, raw}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func list(v any) []any { l, _ := v.([]any); return l }

func text(v any) string { s, _ := v.(string); return s }

func isTrue(v any) bool { b, _ := v.(bool); return b }
