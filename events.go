package tenon

import (
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/ir"
)

// Events declares events that the program emits without a request, such as those of jobs. Events
// that routes emit need no declaration here; see [route.WriteRoute.Emits]. Documents have all of
// them. Two events with the same name are a fault.
func (a API) Events(events ...event.Any) API {
	nodes := make([]*ir.Event, len(events))
	for i, e := range events {
		nodes[i] = emit.NodeOf(e)
	}
	return a.edit(func(d *declaration) {
		d.events = append(d.events, nodes...)
		d.emission = endpoint.Emit()
	})
}

// collectEvents finds the events of all operations and of the API. If there are any, handlers can
// emit only those of their routes.
func (b *build) collectEvents() {
	emission := b.d.emission
	for _, op := range b.ops {
		if emission == nil {
			emission = op.Options().Emission
		}
	}
	if b.emission = emission; emission != nil {
		emission.Collect(b.ops, b.d.events, b)
	}
}

// AddEvent implements [endpoint.Collector].
func (b *build) AddEvent(e *ir.Event) { b.api.Events = append(b.api.Events, e) }

// AddFault implements [endpoint.Collector].
func (b *build) AddFault(f ir.Fault) { b.faults = append(b.faults, f) }

// AddRequest implements [endpoint.Collector].
func (b *build) AddRequest(r endpoint.Sent) {
	b.sends, b.sending = append(b.sends, r), endpoint.Send()
}
