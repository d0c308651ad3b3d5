package openapi

import (
	"fmt"

	"github.com/tenon-go/tenon/tree"
)

// Version is a version of the OpenAPI specification.
type Version uint8

// The versions.
const (
	V30 Version = iota // 3.0.4
	V31                // 3.1.1
	V32                // 3.2.0
)

// editions has a row for each version: its name in documents, its file name in Handler,
// and its dialect. A version needs a constant, a row and a dialect, and nothing else.
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

// File returns the name of the version's file in [Handler], without its extension: openapi for 3.0, openapi-3.1 for 3.1.
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

// dialect writes the parts that versions write differently. For keywords that a version lacks,
// see [writer.since].
type dialect interface {
	// kind writes the type of a schema, with null if nullable.
	kind(p *page, word string, nullable bool)
	// null writes that a schema is null.
	null(p *page)
	// one writes the only value of a schema, which is JSON text.
	one(p *page, text string) error
	// bounds writes the bounds of a number.
	bounds(p *page, least, most bound)
	// base64 writes that a string is binary data.
	base64(p *page, unnamed bool)
	// file writes that a schema is bytes.
	file(p *page, nullable bool)
	// examples writes the examples of a schema; there is at least one.
	examples(p *page, values []string) error
	// reference writes a schema that refers to a component; beside writes further
	// keywords.
	reference(p *page, ref string, nullable bool, beside func() error) error
	// stream writes the schema of a stream of values.
	stream(w *writer, b *tree.Body) error
}

// since returns a keyword that OpenAPI has since version v. In earlier versions it is an
// extension with the same name and form, which is recorded as a downgrade.
func (w *writer) since(v Version, word string) string {
	if w.version >= v {
		return word
	}
	w.downgrade("%s is x-%s, an extension: OpenAPI has it since %s", word, word, v)
	return "x-" + word
}

// downgrade records that the document contains less, or less formally, than the declaration.
func (w *writer) downgrade(format string, args ...any) {
	w.downgrades[fmt.Sprintf(format, args...)] = true
}
