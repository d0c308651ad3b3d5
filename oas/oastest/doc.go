// Package oastest checks that an API's document says what the API does, that it
// stays as it is unless somebody means to change it, and that no change breaks
// clients:
//
//	func TestDocument(t *testing.T) {
//		oastest.Equivalent(t, app)
//		oastest.Golden(t, app, "testdata/openapi.yaml")
//		oastest.Golden(t, app, "testdata/openapi-3.1.json")
//		oastest.Compatible(t, app, "testdata/released.yaml")
//	}
//
// [Equivalent] makes values from the declarations and asks the server and an
// independent JSON Schema validator about each.
//
// After a change that is meant, OASTEST_UPDATE=1 go test writes the files of [Golden]
// anew, and the review shows what changes for clients. The package registers no flag;
// a flag -update of your own tests works as well.
//
// [Compatible] compares with what has been released, and tells each change with
// its direction, the place and the operations that it touches:
//
//	clients of testdata/released.yaml break:
//		- ProductCreate.name, in requests: maxLength is 63, was 64
//		  POST /v1/products, PUT /v1/products/{id}
//		- the rate limit writes, per ip: it is 30 in 60 s, was 60 in 60 s
//		  POST /v1/products
//
// # What a document cannot tell
//
// Compatible sees what documents say, and nothing behind that. A handler that does
// something else, a rule of an application's own whose function is another under the
// same code and arguments, a policy that decides otherwise and a limit of sizes are
// not in them. Of cursors a document has the version of their format, the order that
// they are of and whether they are for one identity: a key that is taken away
// refuses those of before without a word here, and so does a parameter of a path
// that has another name.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/compatibility.md
package oastest
