// Package openapi writes the documents of package oas from the tree of an API:
//
//	text, err := openapi.JSON(app, openapi.V31)
//
// It is apart from oas because Build of package tenon asks it whether an API has documents:
//
//	errs := openapi.Check(&api)
//
// document.go has the parts of a document in their order, component.go and mode.go decide which
// collections share a schema, and schema.go writes schemas. What versions write differently is in
// v30.go, v31.go and v32.go.
package openapi
