package oas

import (
	"fmt"

	"github.com/tenon-go/tenon/internal/ir"
)

// Version is a version of the OpenAPI specification.
type Version uint8

// The versions.
const (
	V30 Version = iota // 3.0.4
	V31                // 3.1.1
	V32                // 3.2.0
)

// editions are what there is to know of each version: how documents name it, the
// name that Handler serves it under, and what writes it.
var editions = [...]struct {
	version    Version
	name, file string
	dialect    dialect
}{
	{V30, "3.0.4", "openapi", v30{}},
	{V31, "3.1.1", "openapi-3.1", v31{}},
	{V32, "3.2.0", "openapi-3.2", v32{}},
}

// Versions returns all versions, the oldest first.
func Versions() []Version {
	all := make([]Version, len(editions))
	for i, e := range editions {
		all[i] = e.version
	}
	return all
}

// String returns the version as documents name it.
func (v Version) String() string {
	if int(v) < len(editions) {
		return editions[v].name
	}
	return "Version(?)"
}

// File returns the name of the file that [Handler] serves the version under, without
// its extension: openapi for 3.0, openapi-3.1 for 3.1.
func (v Version) File() string {
	if int(v) < len(editions) {
		return editions[v].file
	}
	return ""
}

func (v Version) dialect() (dialect, error) {
	if int(v) < len(editions) {
		return editions[v].dialect, nil
	}
	return nil, fmt.Errorf("version %d is unknown", uint8(v))
}

// dialect writes what the versions write differently. A keyword that a version
// does not have at all is not in here; see since.
type dialect interface {
	// kind writes the type of a schema, which is null as well where nullable.
	kind(p *page, word string, nullable bool)
	// one is the only value of a schema.
	one(p *page, value string)
	// bounds are those of a number.
	bounds(p *page, least, most bound)
	// base64 says that a text is binary data.
	base64(p *page)
	// file says that a schema is bytes as they are, and no text.
	file(p *page, nullable bool)
	// examples are those of a schema; there is one at least.
	examples(p *page, values []string) error
	// reference writes a schema that refers to a component. What beside writes
	// holds as well.
	reference(p *page, ref string, nullable bool, beside func() error) error
	// stream writes the schema of content that is a sequence of values.
	stream(w *writer, b *ir.Body) error
}

// since returns a keyword that OpenAPI has from a version on. Before that it is
// an extension of the same name and form, which is recorded.
func (w *writer) since(v Version, word string) string {
	if w.version >= v {
		return word
	}
	w.widen("%s is x-%s, an extension: OpenAPI has it from %s on", word, word, v)
	return "x-" + word
}

// widen records where the document says less, or says it less formally, than
// the declaration.
func (w *writer) widen(format string, args ...any) {
	w.widenings[fmt.Sprintf(format, args...)] = true
}
