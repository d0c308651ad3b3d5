package conformance

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi/datamodel"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
)

// document is an emitted document.
type document struct {
	name string
	text []byte
}

// documents are what the validators judge: the API with everything, and the
// shop as its own command prints it.
func documents(t *testing.T) []document {
	t.Helper()
	app, err := everything.API().Build()
	if err != nil {
		t.Fatal(err)
	}
	var all []document
	for name, write := range map[string]func() ([]byte, error){
		"everything-3.0.yaml": func() ([]byte, error) { return oas.YAML(app, oas.V30) },
		"everything-3.1.yaml": func() ([]byte, error) { return oas.YAML(app, oas.V31) },
		"everything-3.2.yaml": func() ([]byte, error) { return oas.YAML(app, oas.V32) },
		"everything-3.2.json": func() ([]byte, error) { return oas.JSON(app, oas.V32) },
		"everything-3.0.json": func() ([]byte, error) { return oas.JSON(app, oas.V30) },
		"everything-3.1.json": func() ([]byte, error) { return oas.JSON(app, oas.V31) },
		"shop-3.0.yaml": func() ([]byte, error) {
			cmd := exec.Command("go", "run", "-C", "../_examples/shop", ".", "-openapi")
			cmd.Stderr = os.Stderr
			return cmd.Output()
		},
	} {
		text, err := write()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, document{name, text})
	}
	return all
}

// kin-openapi knows no OpenAPI 3.2.
func TestKinOpenAPIAcceptsTheDocuments(t *testing.T) {
	for _, d := range documents(t) {
		if strings.Contains(d.name, "3.2") {
			continue
		}
		t.Run(d.name, func(t *testing.T) {
			doc, err := openapi3.NewLoader().LoadFromData(d.text)
			if err != nil {
				t.Fatal(err)
			}
			if err := doc.Validate(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// The validator reads the official schemas of OpenAPI 3.0, 3.1 and 3.2.
func TestLibopenapiValidatorAcceptsTheDocuments(t *testing.T) {
	for _, d := range documents(t) {
		t.Run(d.name, func(t *testing.T) {
			// A list of a kind in itself may be empty: it is no endless circle.
			config := &datamodel.DocumentConfiguration{IgnoreArrayCircularReferences: true}
			doc, err := libopenapi.NewDocumentWithConfiguration(d.text, config)
			if err != nil {
				t.Fatal(err)
			}
			doc.GetSpecInfo().GetSpecJSON() // the validator reads what this fills
			v, errs := validator.NewValidator(doc)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if ok, faults := v.ValidateDocument(); !ok {
				for _, f := range faults {
					t.Error(f)
				}
			}
		})
	}
}
