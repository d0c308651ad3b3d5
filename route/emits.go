package route

import (
	"slices"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/tree"
)

// Emits declares the events that the handler may emit:
//
//	route.Post("/products", products.Create(), products.View()).Emits(Created)
//
// If any route of an API declares events, another event is an error of Outbox.Emit in a handler;
// see event.Declared. Documents have each event as a webhook, and its name in x-emits of the
// operation. Of a resource, the routes that change an entity declare events with
// [On].
//
// A route with Idempotent emits nothing when it replays a response, because the handler does not
// run. A handler of a GET may emit, too; caches respond without it.
func setEmits(events ...event.Any) change {
	nodes := make([]*tree.Event, len(events))
	for i, e := range events {
		nodes[i] = event.Tree(e)
	}
	twice := tree.Faultf("Emits has an event twice")
	return func(o *operation) {
		for _, n := range nodes {
			if slices.Contains(o.Node.Emits, n) {
				o.Fault(twice)
				continue
			}
			o.Node.Emits = append(o.Node.Emits, n)
		}
	}
}
