// Package redisstore stores the responses of package idempotency in Redis, for several servers:
//
//	keys, err := redisstore.New(&redis.Pool{
//		MaxIdle:   16,
//		MaxActive: 64,
//		Wait:      true,
//		DialContext: func(ctx context.Context) (redis.Conn, error) {
//			return redis.DialContext(ctx, "tcp", "redis:6379", redis.DialReadTimeout(time.Second), redis.DialWriteTimeout(time.Second))
//		},
//	})
//	…
//	route.Post("/payments", payments.Create(), payments.View()).
//		Idempotent(24*time.Hour, keys).
//		Handle(…)
//
// # At most once
//
// Handlers run at most once, not exactly once: the work of a handler is not in the transaction of
// its key. The reservation of a server that crashed stays until its ttl is over, and retries get a
// 409 until then; see "At most once" in the documentation of package idempotency. If the work is in
// a database, idempotency/sqlstore and idempotency/pgxstore make it take effect exactly once.
//
// Handlers run at most once as long as Redis keeps its keys. A retry runs the handler again if its
// key is lost:
//
//   - Set maxmemory-policy noeviction. All other policies remove keys before their time. A full
//     server then rejects new keys, so that requests get a 503, and stored responses are still
//     replayed. A response that there is no memory for is not stored, and its key stays reserved.
//   - Set appendonly yes and appendfsync always. Otherwise a crash or a restart of Redis loses the
//     last keys, or all.
//   - Replication is asynchronous. A replica that takes the place of a server lacks its last keys.
//
// # Operation
//
// One script reserves a key, so that of any number of concurrent requests exactly one starts. Keys
// expire by the clock of Redis; those of the servers may differ. There is nothing to sweep.
//
// A call ends at the deadline of its context, or after five seconds if there is none. If the pool
// or the network blocks longer, a goroutine waits for them: set DialReadTimeout and
// DialWriteTimeout, and MaxActive to bound the connections.
//
// Redis 4 or later is needed, with the commands EVAL, EVALSHA, HMGET, HSET, PTTL, PEXPIRE and DEL.
// A key of the store is one key of Redis, also in a cluster.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/idempotency.md
package redisstore
