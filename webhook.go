package tenon

import (
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/route"
)

// webhook is a request that the API sends of its own accord.
type webhook struct {
	at   callsite.PC
	name string
	op   *route.Operation
}

// Webhook describes what the API sends of its own accord to those who have asked
// for it, under a name; a request for each method. Documents tell it, those of 3.0
// as the extension x-webhooks; nothing sends it.
//
//	Webhook("order_placed", route.Outgoing(http.MethodPost, orders.View()).Summary("An order was placed"))
func (a API) Webhook(name string, requests ...*route.OutgoingRequest) API {
	if len(requests) == 0 {
		return a.fault("Webhook(%q) has no request", name)
	}
	at := callsite.Here()
	return a.edit(func(d *declaration) {
		for _, r := range requests {
			d.webhooks = append(d.webhooks, webhook{at, name, r.Operation(ir.Key{})})
		}
	})
}
