// Package oastest checks that an API's document stays as it is, unless somebody
// means to change it:
//
//	func TestDocument(t *testing.T) {
//		oastest.Golden(t, app, "testdata/openapi.yaml")
//		oastest.Golden(t, app, "testdata/openapi-3.1.json")
//	}
//
// After a change that is meant, go test -update writes the files anew, and the
// review shows what changes for clients.
package oastest
