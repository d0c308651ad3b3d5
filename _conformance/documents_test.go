package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
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

func TestKinOpenAPIAcceptsTheDocuments(t *testing.T) {
	for _, d := range documents(t) {
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

func TestRedoclyFindsNoError(t *testing.T) {
	dir := t.TempDir()
	args := []string{"--yes", "@redocly/cli@2.77.0", "lint", "--extends=recommended"}
	for _, d := range documents(t) {
		file := filepath.Join(dir, d.name)
		if err := os.WriteFile(file, d.text, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	cmd := exec.Command("npx", args...)
	cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
