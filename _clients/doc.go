// Package clients has the shop used by clients that other people's generators make
// from its documents, and has Prism check what the shop answers. It is a module of
// its own, so that the library does not depend on them:
//
//	npm install --prefix _clients/node --no-package-lock
//	.ci/postgres go -C _clients test ./...
//
// What the generators make is neither kept nor published. Of what was found:
//
//   - openapi-typescript reads a union behind allOf, as 3.0 needs one where a
//     reference has a description, without the member that tells its cases apart.
//     Its types are exact for 3.1.
//   - openapi-fetch knows no styles of parameters: a client says that lists are
//     separated by commas, as node/fetch.ts does.
//   - oapi-codegen reads 3.0 and 3.1, and makes the same calls of both.
//   - ogen reads 3.0 only, and leaves out three operations, which ogen_test.go names.
//   - Prism rewrites what it passes on, and cannot pass on an answer to HEAD.
//     judge_test.go names what it refuses and the shop accepts.
package clients
