package tenon

import (
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/tree"
)

// Events declares events that the program emits without a request, such as those of jobs. Events
// that routes emit need no declaration here; see [route.WriteRoute.Emits]. Documents have all of
// them. Two events with the same name are a fault.
func (a API) Events(events ...event.Any) API {
	nodes := make([]*tree.Event, len(events))
	for i, e := range events {
		nodes[i] = event.Tree(e)
	}
	return a.edit(func(d *declaration) { d.events = append(d.events, nodes...) })
}
