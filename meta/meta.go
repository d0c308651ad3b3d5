package meta

import "github.com/tenon-go/tenon/internal/metadata"

type option = metadata.Option

// Option documents a declaration.
type Option option

// ExternalDocs links to external documentation. The text describes it in CommonMark and
// may be "". It is for properties, collections, tags, operations and the API.
func ExternalDocs(url, text string) Option { return Option(metadata.ExternalDocs(url, text)) }

// Extension adds a vendor extension. The name begins with x-, and json is JSON text. A
// later extension of the same name replaces an earlier one. It is for properties,
// collections, operations and the API.
func Extension(name, json string) Option { return Option(metadata.Extension(name, json)) }

// Audience limits an operation to the documents for one of the named audiences
// (oas.ForAudience). Without it the operation is in all documents. It is served to
// everyone either way. It is for operations.
func Audience(names ...string) Option { return Option(metadata.Audience(names)) }

// Hidden leaves an operation out of all documents. It is for operations.
func Hidden() Option { return Option(metadata.Hidden()) }
