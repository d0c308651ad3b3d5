package redisstore_test

import (
	"context"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency/redisstore"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Servers share the keys of their clients.
func Example() {
	pool := &redis.Pool{
		MaxIdle:   16,
		MaxActive: 64,
		Wait:      true,
		DialContext: func(ctx context.Context) (redis.Conn, error) {
			return redis.DialContext(ctx, "tcp", "redis:6379", redis.DialReadTimeout(time.Second), redis.DialWriteTimeout(time.Second))
		},
	}
	defer pool.Close()

	keys, err := redisstore.New(pool, redisstore.Prefix("bank:keys:"))
	if err != nil {
		panic(err)
	}
	payments := collection.New("Payment", prop.String("to"))
	add := route.Post("/payments", payments.Create(), payments.View()).
		Idempotent(24*time.Hour, keys).
		Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
			return in, nil
		})

	app := tenon.New("Bank", "1.0.0").Add(add).MustBuild()
	_ = app
}
