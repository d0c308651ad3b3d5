package access_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// headerScheme is a scheme for keys in the header X-<name>. The key is the subject.
func headerScheme(name string) authn.Scheme {
	return authn.APIKeyHeader(name, "X-"+name, func(_ context.Context, s authn.Secret) (authn.Identity, error) {
		return authn.New(s.Reveal()), nil
	})
}

type remark struct {
	N   int
	Who string
}

var (
	remarkN   = prop.Int("n")
	remarkWho = prop.String("who").ReadOnly()
	remarks   = collection.Of("Remark", func(n *remark) collection.Fields {
		return collection.Fields{
			remarkN.At(&n.N),
			remarkWho.At(&n.Who),
		}
	})
)

// Two users of one gateway, and one user of two, share no stored response, no cursor and no
// rate limit, however the schemes are combined.
func TestIdentitiesOfSeveralSchemesShareNothing(t *testing.T) {
	gateway, user, device := headerScheme("gateway"), headerScheme("user"), headerScheme("device")
	for name, req := range map[string]authn.Requirement{
		"gateway and user":  authn.AllOf(gateway, user),
		"user and gateway":  authn.AllOf(user, gateway),
		"all of any":        authn.AllOf(authn.AnyOf(gateway, device), user),
		"any of all":        authn.AnyOf(authn.AllOf(gateway, user), device),
		"all of all":        authn.AllOf(gateway, authn.AllOf(user, gateway)),
		"any of any of all": authn.AnyOf(device, authn.AnyOf(authn.AllOf(gateway, user))),
	} {
		t.Run(name, func(t *testing.T) {
			var lines strings.Builder
			add := route.Post("/remarks", remarks.Create(), remarks.View()).Requires(req).
				Idempotent(time.Hour, idempotency.Memory()).
				Handle(func(c *route.Call, in remark) (remark, error) {
					slog.New(slog.NewTextHandler(&lines, nil)).Info("added", "who", c.Identity())
					who, _ := c.Identity().ByScheme("user")
					in.Who = who.Subject()
					return in, nil
				})
			plan := paginate.ByCursor(paginate.NewKey()).BoundTo(func(ctx context.Context) string { return authn.FromContext(ctx).Key() })
			list := route.List("/remarks", remarks.List(), plan).Tiebreaker(remarkN).Requires(req).
				Handle(func(c *route.Call, q paginate.Query) (paginate.Result[remark], error) {
					return mempage.Select(q, remarks, []remark{{1, "a"}, {2, "b"}, {3, "c"}})
				})
			once := route.Get("/once", remarks.View()).Requires(req).Throttle(throttle.PerHour(1).ByIdentity()).
				Handle(func(*route.Call) (remark, error) { return remark{}, nil })
			app := kit.Build(t, tenon.New("Test", "1").Authenticate(gateway, user, device).Add(add, list, once))
			t.Cleanup(func() { _ = app.Close() })
			var cursor string
			for i, caller := range [][2]string{{"g", "ann"}, {"g", "eve"}, {"h", "ann"}, {"ann", "g"}, {"g", "ann"}} {
				header := kit.Headers("X-Gateway", caller[0], "X-User", caller[1], "Idempotency-Key", "k")
				again := i == 4
				w := kit.Send(t, app, "POST", "/remarks", `{"n":5}`, header...)
				if replayed := w.Header.Get("Idempotent-Replayed") != ""; w.Status != 201 || replayed != again ||
					!strings.Contains(w.Body, `"who":"`+caller[1]+`"`) {
					t.Errorf("%d: %d %s, replayed: %v", i, w.Status, w.Body, replayed)
				}
				if i == 0 {
					link := kit.Send(t, app, "GET", "/remarks?limit=1", "", header...).Header.Get("Link")
					_, rest, _ := strings.Cut(link, "cursor=")
					cursor, _, _ = strings.Cut(rest, ">")
					cursor = "/remarks?limit=1&cursor=" + cursor
				}
				if w := kit.Send(t, app, "GET", cursor, "", header...); (w.Status == 200) != (i == 0 || again) {
					t.Errorf("%d: the cursor of the first: %d %s", i, w.Status, w.Body)
				}
				if w := kit.Send(t, app, "GET", "/once", "", header...); (w.Status == 429) != again {
					t.Errorf("%d: the limit: %d %s", i, w.Status, w.Body)
				}
			}
			if want := `who.subject="gateway=g&user=eve" who.issuer="" who.scheme=gateway+user`; !strings.Contains(lines.String(), want) {
				t.Errorf("the log has not %s:\n%s", want, lines.String())
			}
		})
	}
}
