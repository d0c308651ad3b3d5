package apitest

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/quota"
)

// headers sends a few requests of two clients: what remains for the one is one less with each of its own.
func (l *limitTest) headers() *broken {
	const law = "what remains of a limit decreases with each request of a client"
	a := l.client(0)
	clients := []client{a, a}
	if other, ok := l.other(); ok {
		clients = append(clients, other)
	}
	clients = append(clients, a)
	begin := time.Now()
	last := -1 // what remained for the first client
	for _, c := range clients {
		x, b := l.send(l.op, c)
		if b != nil {
			return b
		}
		if x.status == http.StatusTooManyRequests || time.Since(begin) >= l.limit.Window {
			return nil // others have used the limit, or it has begun again
		}
		left, b := l.remaining(x)
		switch {
		case b != nil:
			return b
		case c.address != a.address || left < 0:
		case left >= l.limit.Requests():
			return breaks(law, "%s responds with %d remaining requests of %d, after this one", l.op.name(), left, l.limit.Requests())
		case last > 0 && left == last && l.limit.Requests() > 1:
			return breaks(law, "%s responds with %d remaining requests, as to the request before", l.op.name(), left)
		case last >= 0 && left < last-1:
			return breaks(law, "%s responds with %d remaining requests, and with %d to the request before", l.op.name(), left, last)
		}
		if c.address == a.address {
			last = left
		}
	}
	return nil
}

// remaining returns what the headers of a response say that remains of the limit; -1: they do not say
// it.
func (l *limitTest) remaining(x *exchange) (int, *broken) {
	const law = "limits have their headers"
	n := l.limit
	uncounted := x.status == http.StatusUnauthorized || x.status == http.StatusServiceUnavailable || x.status == http.StatusTooManyRequests
	if n.DraftHeaders && !uncounted {
		item := quota.Quoted(n.Name)
		policy, limit := strings.Join(x.response.Values("RateLimit-Policy"), ", "), strings.Join(x.response.Values("RateLimit"), ", ")
		_, parameters, _ := strings.Cut(policy, item+";")
		if q, ok := parameter(parameters, "q"); !ok || q != n.Requests() {
			return 0, breaks(law, "%s responds with RateLimit-Policy: %s, without %s;q=%d", x.op.name(), policy, item, n.Requests())
		}
		_, parameters, has := strings.Cut(limit, item+";")
		if r, ok := parameter(parameters, "r"); has && ok {
			return r, nil
		}
		return 0, breaks(law, "%s responds with RateLimit: %s, without %s;r=", x.op.name(), limit, item)
	}
	text := [3]string{x.response.Get("X-RateLimit-Limit"), x.response.Get("X-RateLimit-Remaining"), x.response.Get("X-RateLimit-Reset")}
	if !n.XHeaders || uncounted && text == [3]string{} {
		return -1, nil
	}
	var numbers [3]int64 // the last one is a Unix time
	for i, s := range text {
		var err error
		if numbers[i], err = strconv.ParseInt(s, 10, 64); err != nil || numbers[i] < 0 {
			return 0, breaks(law, "%s responds with X-RateLimit-Limit: %s, X-RateLimit-Remaining: %s and X-RateLimit-Reset: %s", x.op.name(), text[0], text[1], text[2])
		}
	}
	same := 0 // limits that the headers may be about: the closest one
	for _, m := range x.op.limits() {
		if m.XHeaders && int64(m.Requests()) == numbers[0] {
			same++
		}
	}
	switch {
	case same == 0:
		return 0, breaks(law, "%s responds with X-RateLimit-Limit: %d, which no limit declares", x.op.name(), numbers[0])
	case same > 1 || numbers[0] != int64(n.Requests()):
		return -1, nil
	}
	return int(numbers[1]), nil
}

// parameter returns an integer parameter of the first item of a list (RFC 9651 §3.1.2).
func parameter(item, name string) (int, bool) {
	item, _, _ = strings.Cut(item, ",")
	for p := range strings.SplitSeq(item, ";") {
		if key, text, ok := strings.Cut(strings.TrimSpace(p), "="); ok && key == name {
			n, err := strconv.Atoi(text)
			return n, err == nil
		}
	}
	return 0, false
}
