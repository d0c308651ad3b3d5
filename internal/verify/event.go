package verify

import "github.com/tenon-go/tenon/internal/ir"

// events checks the events of the API. Its webhooks have their data.
func (a *API) events() {
	named := map[string]*ir.Event{}
	for _, e := range a.Node.Events {
		a.in("").add(e.Faults)
		if len(e.Faults) > 0 {
			continue
		}
		if len(e.Scopes) > 0 && len(e.Audiences) == 0 {
			a.fault(e.At, "event %q: Scopes needs an Audience: everyone receives the event, and sees the members", e.Name)
		}
		if first := named[e.Name]; first != nil {
			a.fault(e.At, "two events are named %q; the first is at %s", e.Name, first.At)
			continue
		}
		named[e.Name] = e
	}
}
