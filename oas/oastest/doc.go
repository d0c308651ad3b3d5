// Package oastest checks that an API's document says what the API does, and that
// it stays as it is unless somebody means to change it:
//
//	func TestDocument(t *testing.T) {
//		oastest.Equivalent(t, app)
//		oastest.Golden(t, app, "testdata/openapi.yaml")
//		oastest.Golden(t, app, "testdata/openapi-3.1.json")
//	}
//
// [Equivalent] makes values from the declarations and asks the server and an
// independent JSON Schema validator about each.
//
// After a change that is meant, go test -update writes the files of [Golden]
// anew, and the review shows what changes for clients.
package oastest
