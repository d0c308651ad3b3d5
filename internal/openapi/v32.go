package openapi

import (
	"fmt"

	"github.com/tenon-go/tenon/tree"
)

// v32 is OpenAPI 3.2.0; its schema object is that of §4.24.
type v32 struct{ jsonSchema }

// stream uses the keyword itemSchema (§4.14.1). An event is an object of its fields, and data is the text
// of a value (§4.14.4.3).
func (v32) stream(w *writer, b *tree.Body) error {
	w.key("itemSchema")
	switch b.Format {
	case tree.Lines:
		return w.content(b)
	case tree.Events:
	default:
		return fmt.Errorf("a body of the format %d is not a stream", b.Format)
	}
	w.open('{')
	w.text("type", "object")
	w.object("properties")
	for _, field := range []string{"id", "event"} {
		w.object(field)
		w.text("type", "string")
		w.end()
	}
	w.object("retry")
	w.text("type", "integer")
	w.literal("minimum", "0")
	w.end()
	w.object("data")
	w.text("type", "string")
	if b.TextItems {
		w.text("contentMediaType", "text/plain")
	} else {
		w.text("contentMediaType", "application/json")
	}
	w.key("contentSchema")
	if err := w.content(b); err != nil {
		return err
	}
	w.end()
	w.end()
	w.texts("required", []string{"data"})
	w.end()
	w.streamEnd(b)
	return nil
}
