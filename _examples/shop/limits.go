package main

import (
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-redisstore"

	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// limits say how often clients may call.
type limits struct {
	address, identity int           // requests a minute
	proxies           []string      // in front of the shop
	redis             string        // address of the server that counts; "" counts in memory
	wait              time.Duration // for Redis, and no longer
}

// policies are asked in this order: before anything is known of a client but its
// address, and when it has proved who it is. Without Redis, and while it is away, each
// process counts by itself.
func (l limits) policies() []route.RateLimit {
	return []route.RateLimit{
		l.behind(throttle.PerMinute(l.address).Name("address")),
		l.behind(throttle.PerMinute(l.identity).Name("identity").ByIdentity()),
	}
}

// behind is a policy where the shop is.
func (l limits) behind(p throttle.Policy) throttle.Policy {
	if len(l.proxies) > 0 {
		p = p.TrustedProxies(l.proxies...)
	}
	if l.redis != "" {
		p = p.Store(l.open).Timeout(l.wait)
	}
	return p
}

// open makes a store in Redis. Its connections are kept: a request does not wait
// for long, or the store counts as away.
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
			_, err := c.Do("PING") // it may be of a server that has gone
			return err
		},
	})
}
