// Package compatible tests that no change of an API breaks clients:
//
//	func TestNoClientBreaks(t *testing.T) {
//		compatible.With(t, app, "testdata/released.yaml")
//	}
//
// [With] compares the document with a released one, and reports each change with its
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
// Documents are all that is compared. They do not contain what handlers do, what the
// function of a custom rule or of a policy decides, and limits of sizes. Of cursors, a
// document has the version of their format, their sort order, and whether they are bound to
// an identity: the comparison does not see that a removed key or a renamed path parameter
// invalidates older cursors.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/compatibility.md
package compatible
