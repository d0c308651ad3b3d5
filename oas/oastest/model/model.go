package model

import (
	"github.com/pb33f/libopenapi"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
)

// Of returns the document that [oas.JSON] writes, as the model of libopenapi. It follows references
// when a program asks for their schemas.
func Of(app *tenon.App, v oas.Version, opts ...oas.Option) (*v3.Document, error) {
	text, err := oas.JSON(app, v, opts...)
	if err != nil {
		return nil, err
	}
	document, err := libopenapi.NewDocument(text)
	if err != nil {
		return nil, err
	}
	read, err := document.BuildV3Model()
	if err != nil {
		return nil, err
	}
	return &read.Model, nil
}
