// Package idempotency stores responses, so that a client that lost a response can safely
// retry its POST or PATCH:
//
//	var store = idempotency.Memory()
//
//	var pay = route.Post("/payments", payments.Create(), payments.View()).
//		Idempotent(24*time.Hour, store).
//		RequireIdempotencyKey().
//		Handle(…)
//
// A client generates a key for each operation, and sends it in the header Idempotency-Key
// (draft-ietf-httpapi-idempotency-key-header-07) with every attempt. The first attempt
// reserves the key, runs the handler, and stores its response. Later attempts get the
// stored response.
//
// # Stores
//
// [Memory] is for a server of one process; its content ends with the process. Package
// idempotency/sqlstore keeps responses in a table of SQLite, PostgreSQL or MySQL, for
// several servers; module idempotency/redisstore keeps them in Redis. Any other [Store] must
// reserve a key atomically. A [Transactional] store reserves it in the transaction of the
// handler.
//
// Stores fail closed: if a store is unavailable, a request with a key gets a 503, and the
// handler does not run.
//
// # At most once
//
// The reservation of a server that crashed does not say how far the handler got. It stays
// until its ttl is over, and retries get a 409 until then: the handler runs at most once.
// A store can have a lease instead. When the lease of an unfinished request is over, a
// retry runs the handler again. Clients of a crashed server get a response sooner, but a
// handler that had finished, or is slow, may run twice: use a lease only if the handler is
// safe to repeat, and make it longer than the slowest request.
//
// The work of a handler and its stored response are two writes. A server that crashes
// between them leaves a reservation as above.
//
// # Exactly once
//
// With a [Transactional] store, the key, the work and the response of a request are one
// transaction of a database: a crash leaves all of them or none, and a retry finds the response
// or runs the handler. See packages idempotency/sqlstore and sqltx.
//
// # Security considerations
//
// A key belongs to a scope, which identifies the client, such as a digest of its
// credentials. Keys of different scopes never collide, so that a client cannot read the
// response of another with its key. A [Key] is a digest of both and reveals neither.
// Responses are stored as they were sent: protect the store like the data itself.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/idempotency.md
package idempotency
