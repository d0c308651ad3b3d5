package conformance

import (
	"errors"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi/datamodel"

	"github.com/tenon-go/tenon/oas"
)

// validators return the errors in a document.
var validators = []struct {
	name     string
	versions []oas.Version
	validate func(t *testing.T, text []byte) error
}{
	{"kin-openapi", []oas.Version{oas.V30, oas.V31}, kin},
	{"libopenapi-validator", oas.Versions(), pb33f},
}

func kin(t *testing.T, text []byte) error {
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return err
	}
	return doc.Validate(t.Context())
}

func pb33f(_ *testing.T, text []byte) error {
	// A list of a type inside that type may be empty, so the circle is not infinite.
	config := &datamodel.DocumentConfiguration{IgnoreArrayCircularReferences: true}
	doc, err := libopenapi.NewDocumentWithConfiguration(text, config)
	if err != nil {
		return err
	}
	doc.GetSpecInfo().GetSpecJSON() // fills what the validator reads
	v, errs := validator.NewValidator(doc)
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	_, faults := v.ValidateDocument()
	for _, f := range faults {
		errs = append(errs, f)
	}
	return errors.Join(errs...)
}

func TestValidatorsAcceptTheDocuments(t *testing.T) {
	misplaced := fault{old: "in: query", new: "in: nowhere"}
	for _, v := range validators {
		for _, d := range having("", v.versions) {
			t.Run(v.name+"/"+d.name, func(t *testing.T) {
				if err := v.validate(t, d.text); err != nil {
					t.Error(err)
				}
			})
		}
		for _, version := range v.versions {
			t.Run(v.name+"/a spoilt "+version.String(), func(t *testing.T) {
				if err := v.validate(t, spoilt(t, version, misplaced).text); err == nil {
					t.Error("the validator accepts a parameter without a location")
				}
			})
		}
	}
}
