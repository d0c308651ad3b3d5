// Package model reads the document of an API into the model of libopenapi, for programs and tests
// that need more than its text:
//
//	document, err := model.Of(app, oas.V31)
//	for path, item := range document.Paths.PathItems.FromOldest() {
//		…
//	}
//
// The model is a copy. To change the document of an API, see tenon.API.EditDocument.
package model
