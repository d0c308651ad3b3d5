// Package idempotency remembers the answers of requests, so that a client that
// lost an answer can repeat its POST or PATCH, and the work is done once:
//
//	var store = idempotency.Memory()
//
//	var pay = route.Post("/payments", payments.Create(), payments.View()).
//		Idempotent(24*time.Hour, store).
//		RequireIdempotencyKey().
//		Handle(…)
//
// A client makes up a key for each piece of work and sends it in the header
// Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07) with every
// attempt. The first attempt reserves the key, runs, and leaves its answer; those
// after it get this answer again.
//
// # Stores
//
// [Memory] is for a server of one process; it forgets everything when that ends.
// Package idempotency/sqlstore keeps answers in a table of SQLite, PostgreSQL or
// MySQL, for servers on more than one machine. Any other [Store] will do that
// reserves a key atomically.
//
// When a store is down, a request with a key is refused with 503 and the handler
// does not run: stores fail closed.
//
// # At most once
//
// A reservation whose server crashed tells nothing of how far the work had come.
// It therefore stays until its time is over, and repetitions are refused with 409
// until then: work is done at most once. A store may be made with a lease instead,
// after which the work of a server that has not finished is taken for lost, and a
// repetition starts it again. This gets a client of a crashed server an answer
// sooner, at the price that work which was done, or is just slow, may be done
// twice: give a lease only where the handler is safe to repeat, and make it longer
// than the slowest request.
//
// What a handler does and the answer that is kept of it are two writes. A server
// that crashes between them leaves a reservation as above.
//
// # Security
//
// Keys of different scopes never meet, so that a client cannot read an answer that
// was another's by its key; a scope is what stands for the client, such as a
// digest of its credentials. A [Key] is a digest of both, from which neither can be
// read. Answers are kept as they were sent: protect the store like the data itself.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/idempotency.md
package idempotency
