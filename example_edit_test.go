package tenon_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
)

// A gateway reads an extension that the library has no word for. The document names the edit.
func ExampleAPI_EditDocument() {
	gateway := func(document []byte) ([]byte, error) {
		return bytes.Replace(document, []byte(`"paths": {`), []byte(`"x-gateway": {"timeout": 5}, "paths": {`), 1), nil
	}
	app := tenon.New("Library", "1.0.0").
		Add(route.Get("/ping", collection.NoContent()).
			Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })).
		EditDocument("gateway", gateway).
		MustBuild()

	text, err := oas.YAML(app, oas.V31)
	fmt.Println(err)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "x-") || strings.Contains(line, "timeout") || strings.Contains(line, "- gateway") {
			fmt.Print(line)
		}
	}
	// Output:
	// <nil>
	// x-gateway:
	//   timeout: 5
	// x-edited:
	//   - gateway
}
