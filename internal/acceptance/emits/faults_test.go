package emits_test

import (
	"net/http"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var created = event.New("thing.created", kit.Things.View()).Key(kit.ThingID)

func add(path string, events ...event.Any) *route.Route {
	return route.Post(path, kit.Things.Create(), kit.Things.View()).Emits(events...).Handle(kit.TakeThing)
}

func TestBuildReportsFaultsOfEvents(t *testing.T) {
	wrong := event.New("Thing", kit.Things.View())
	broken := event.New("thing.broken", collection.New("Broken", prop.String("a").MinLen(-1)).View())
	twin := event.New("thing.created", kit.Things.View())
	guarded := event.New("thing.guarded", kit.Things.View()).Scopes("x")
	for _, c := range []struct {
		api  tenon.API
		want string
	}{
		{kit.API(add("/a", wrong)), `event "Thing": a name must have words …`},
		{kit.API(add("/a", wrong), add("/b", wrong)).Events(wrong), `event "Thing": a name must have words …`},
		{kit.API(add("/a")).Events(wrong), `event "Thing": a name must have words …`},
		{kit.API(add("/a", broken)), `…MinLen(-1)…`},
		{kit.API(add("/a", nil)), `an event was not created by event.New`},
		{kit.API(add("/a")).Events(nil), `an event was not created by event.New`},
		{kit.API(add("/a", created, created)), `POST /a: Emits has an event twice`},
		{kit.API(add("/a", created), add("/b", twin)), `two events are named "thing.created"; the first is at …`},
		{kit.API(add("/a", created)).Events(twin), `two events are named "thing.created"; the first is at …`},
		{kit.API(add("/a", created), add("/b", created.Summary("x"))), `two events are named "thing.created"; the first is at …`},
		{kit.API(add("/a", guarded)), `event "thing.guarded": Scopes needs an Audience: …`},
		{kit.API(add("/a", created)).Webhook("thing.created", route.Outgoing(http.MethodPost, kit.Things.View()).ID("other")), `webhook "thing.created": it is declared twice`},
		{kit.API(add("/a", created.Docs(meta.Audience("x")))), `Docs: Audience is not for events`},
		{kit.API(route.Resource("/things", kit.Things, kit.ThingID, &shelf{}).Set(route.On(route.OpCreate).Emits(wrong))), `event "Thing": a name must have words …`},
	} {
		kit.CheckFault(t, c.want, c.api, c.want)
	}
}

func TestBuildAcceptsEvents(t *testing.T) {
	kit.Build(t, kit.API(add("/a", created), add("/b", created)).Events(created, event.New("thing.swept", kit.Things.View())).
		Webhook("thing.created", route.Outgoing(http.MethodPut, kit.Things.View())))
	kit.Build(t, kit.API(add("/a")).Events())
	kit.Build(t, kit.API().Events(created)) // a program that only sends
}
