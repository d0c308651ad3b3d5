package year

import (
	"context"
	"fmt"
	"time"

	"github.com/tenon-go/tenon/authn"
)

// user is a caller with a key, which expires or is revoked.
type user struct {
	n, keys int
	key     string
	expires time.Time
	revoked bool
	streams string // the key of its last stream
}

const users = 12

// identify is the right function of the scheme of keys.
func (w *world) identify(_ context.Context, key authn.Secret) (authn.Identity, error) {
	for _, u := range w.users {
		if key.Reveal() == u.key && !u.revoked {
			return authn.New(fmt.Sprint("user", u.n)).Expires(u.expires), nil
		}
	}
	return authn.Identity{}, authn.Invalid("The key is not known.")
}

// user returns a user whose key is valid for some time.
func (w *world) user() *user {
	for {
		u := w.users[w.rng.IntN(len(w.users))]
		if time.Until(u.expires) > 6*time.Hour {
			return u
		}
		w.renew(u)
	}
}

// renew gives a user another key.
func (w *world) renew(u *user) {
	u.keys++
	u.key, u.revoked = fmt.Sprintf("key-%d-%d", u.n, u.keys), false
	u.expires = time.Now().Add(w.between(12*time.Hour, 20*24*time.Hour)).Truncate(time.Millisecond)
}

// me uses a key, as it was when the use was planned.
func (w *world) me(s *server, u *user, key string, expires time.Time) {
	valid := u.key == key && !u.revoked && time.Now().Before(expires)
	a := w.send(s, "GET", "/me", "", "X-Api-Key", key)
	if valid != (a.status == 200) || !valid && a.status != 401 {
		w.wrong("/me: %v for a key that expires in %v; it is the key of its user: %v, revoked: %v", a, time.Until(expires), u.key == key, u.revoked)
	}
}

func (w *world) planUsers() {
	for n := range users {
		u := &user{n: n}
		w.renew(u)
		w.users = append(w.users, u)
	}
	w.every(6*time.Hour, func() {
		u := w.users[w.rng.IntN(users)]
		if !time.Now().Before(u.expires) || u.revoked {
			w.renew(u)
		}
		key, expires := u.key, u.expires
		use := func() { w.me(w.any(), u, key, expires) }
		use()
		w.after(w.between(0, time.Until(expires)), use)
		for _, d := range []time.Duration{-time.Minute, -time.Millisecond, 0, time.Millisecond, time.Minute, time.Hour} {
			w.at(expires.Add(d), use)
		}
	})
	// A caller whose key is revoked knows it at once.
	w.every(3*24*time.Hour, func() {
		u := w.user()
		key, expires := u.key, u.expires
		for range w.servers {
			w.me(w.any(), u, key, expires)
		}
		soon := []time.Duration{time.Second, time.Minute, time.Hour}[w.rng.IntN(3)]
		w.after(w.between(time.Millisecond, soon), func() {
			u.revoked = true
			for n := range w.servers {
				w.me(w.servers[n], u, key, expires)
			}
			w.renew(u)
		})
	})
}
