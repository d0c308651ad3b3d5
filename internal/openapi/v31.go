package openapi

import "github.com/tenon-go/tenon/tree"

// v31 is OpenAPI 3.1.1; its schema object is that of §4.8.24.
type v31 struct{ jsonSchema }

func (v31) stream(w *writer, b *tree.Body) error { return w.textStream(b) }
