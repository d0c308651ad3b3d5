// Package oastest tests that the document of an API is correct, and that it changes only on
// purpose:
//
//	func TestDocument(t *testing.T) {
//		oastest.Equivalent(t, app)
//		oastest.Golden(t, app, "testdata/openapi.yaml")
//		oastest.Golden(t, app, "testdata/openapi-3.1.json")
//	}
//
// [Equivalent] generates values from the declarations, and compares the server with an
// independent JSON Schema validator on each.
//
// After an intended change, OASTEST_UPDATE=1 go test writes the files of [Golden], so that
// a review shows what changes for clients. The package registers no flag; a flag -update
// of your own tests works as well.
//
// Package compatible tests that no change breaks clients. It is another package, because it links
// libopenapi.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/compatibility.md
package oastest
