// Package apitest tests what users write behind an API: handlers, stores, and functions that
// authenticate. It needs no expectations, because the declaration has them:
//
//	func TestAPI(t *testing.T) {
//		ann := apitest.As("ann", apitest.Bearer(token))
//		apitest.Laws(t, app, ann)
//		apitest.Histories(t, app, ann)
//	}
//
// [Laws] sends requests to each operation, right ones and wrong ones, and checks what HTTP and the
// document promise of each exchange. [Histories] creates, changes, lists and deletes entities of the
// resources of the API, and compares each response with the requests before it. [Limits] exceeds the rate
// limits. [Examples] sends the examples of the document. [Mutants] plants bugs that your tests should notice.
// [Mock] serves an API without its handlers.
//
// # Rules
//
// A history finds, among others, a write that gets a response and is not stored, a patch that changes another
// member, an entity tag that stays the same or changes without a write, a deleted entity that is
// still listed, a list that skips an entity or has one twice, pages that say something else than their links, filters
// and orders that the store understands otherwise, an export that lacks an entity, a rejected request that changes something, writes that are lost if they
// happen at the same time, an Idempotency-Key that works twice, and identities that see or change what
// belongs to another.
//
// A request that the API rejects with a declared problem is right: tests know neither which names are
// taken nor what a policy decides.
//
// # State
//
// The tests change the data of the app, and delete what they have created if there is a DELETE. Give
// them a database of their own, or a server for each history with [Fresh]. Nothing else may change
// the data meanwhile. Rate limits must be higher than the tests need, except for [Limits]: a 429 is a
// failure.
//
// # Bounds
//
// Bodies are JSON or forms without files; operations with other formats are tested by their inputs alone. Of
// the members of a form, those that are lists or scalars are sent. An operation with
// side effects, such as sending mail, can be left out with [Except].
//
// A history that breaks a law is shortened by at most 300 others with at most 5,000 requests, and for at most half a
// minute.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/testing.md
package apitest
