module github.com/tenon-go/tenon/idempotency/redisstore

go 1.26.0

require (
	github.com/gomodule/redigo v1.8.2
	github.com/tenon-go/tenon v0.1.0
)
