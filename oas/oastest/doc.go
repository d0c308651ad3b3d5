// Package oastest tests that the document of an API is correct, that it changes only on
// purpose, and that no change breaks clients:
//
//	func TestDocument(t *testing.T) {
//		oastest.Equivalent(t, app)
//		oastest.Golden(t, app, "testdata/openapi.yaml")
//		oastest.Golden(t, app, "testdata/openapi-3.1.json")
//		oastest.Compatible(t, app, "testdata/released.yaml")
//	}
//
// [Equivalent] generates values from the declarations, and compares the server with an
// independent JSON Schema validator on each.
//
// After an intended change, OASTEST_UPDATE=1 go test writes the files of [Golden], so that
// a review shows what changes for clients. The package registers no flag; a flag -update
// of your own tests works as well.
//
// [Compatible] compares the document with a released one, and reports each change with its
// direction, its place and its operations:
//
//	clients of testdata/released.yaml break:
//		- ProductCreate.name, in requests: maxLength is 63, was 64
//		  POST /v1/products, PUT /v1/products/{id}
//		- the rate limit writes, per ip: it is 30 in 60 s, was 60 in 60 s
//		  POST /v1/products
//
// # What documents do not contain
//
// Compatible compares documents only. They do not contain what handlers do, what the
// function of a custom rule or of a policy decides, and limits of sizes. Of cursors, a
// document has the version of their format, their sort order, and whether they are bound to
// an identity: Compatible does not see that a removed key or a renamed path parameter
// invalidates older cursors.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/compatibility.md
package oastest
