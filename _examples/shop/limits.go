package main

import (
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-redisstore"

	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// limits are the rate limits of the shop.
type limits struct {
	address, identity int           // requests per minute
	proxies           []string      // in front of the shop
	redis             string        // address of the server; "" counts in memory
	wait              time.Duration // the timeout for Redis
}

// policies returns the limits in the order in which they are checked: by address, before
// authentication, and by identity. Without Redis, and while it is unavailable, each process
// counts by itself.
func (l limits) policies() []route.RateLimit {
	return []route.RateLimit{
		l.behind(throttle.PerMinute(l.address).Name("address")),
		l.behind(throttle.PerMinute(l.identity).Name("identity").ByIdentity()),
	}
}

// behind applies the trusted proxies and the store to a policy.
func (l limits) behind(p throttle.Policy) throttle.Policy {
	if len(l.proxies) > 0 {
		p = p.TrustedProxies(l.proxies...)
	}
	if l.redis != "" {
		p = p.Store(l.open).Timeout(l.wait)
	}
	return p
}

// open returns a store in Redis. It keeps its connections, because a store that makes
// requests wait counts as unavailable.
func (l limits) open(tokens uint64, window time.Duration) (limiter.Store, error) {
	return redisstore.NewWithPool(&redisstore.Config{Tokens: tokens, Interval: window}, &redis.Pool{
		MaxIdle:     64,
		IdleTimeout: time.Minute,
		Dial: func() (redis.Conn, error) {
			wait := max(l.wait, time.Second)
			return redis.Dial("tcp", l.redis, redis.DialConnectTimeout(wait), redis.DialReadTimeout(wait), redis.DialWriteTimeout(wait))
		},
		TestOnBorrow: func(c redis.Conn, since time.Time) error {
			if time.Since(since) < time.Second {
				return nil
			}
			_, err := c.Do("PING") // the server may be gone
			return err
		},
	})
}
