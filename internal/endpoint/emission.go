package endpoint

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
)

// Emission limits the events of handlers to those that their operations declare, and describes
// the webhooks of events. It is an interface, so that programs that declare no events do not link
// it.
type Emission interface {
	compile(e *Endpoint)
	// enter puts the events of the operation into the context of a call.
	enter(c *Call) error
	request(e *ir.Event) *Operation
}

// Emit returns the emission of the operations of an API.
func Emit() Emission { return emission{} }

// emission implements [Emission].
type emission struct{}

func (emission) compile(e *Endpoint) { e.emits = emit.NewScope(e.op, e.op.Emits) }

func (emission) enter(c *Call) error {
	c.ex.R = c.ex.R.WithContext(emit.NewContext(c.ex.R.Context(), c.endpoint.emits))
	return nil
}

// Emits returns the scope of the operation; nil if its API declares no events.
func (e *Endpoint) Emits() *emit.Scope { return e.emits }

// EventRequest returns the webhook of an event: a request of Standard Webhooks with the payload that
// event.Payload returns.
func EventRequest(m Emission, e *ir.Event) *Operation { return m.request(e) }

func (emission) request(e *ir.Event) *Operation {
	n := &ir.Operation{
		At: e.At, Method: http.MethodPost, Summary: e.Summary, Doc: e.Doc, Tags: e.Tags,
		Deprecated: e.Deprecated, Hidden: e.Hidden, Audiences: e.Audiences,
		ExternalDocs: e.ExternalDocs, Extensions: e.Extensions,
		Success: ir.Response{At: e.At, Status: http.StatusNoContent, Doc: "The receiver has the message. Any other 2xx means the same."},
		Body:    &ir.Body{At: e.At, Mode: ir.View, Prop: payloadOf(e)},
	}
	o := &Operation{Node: n}
	o.AddInputs(ir.InHeader, ir.Simple,
		prop.String("webhook-id").MinLen(1).MaxLen(255).
			Describe("The ID of the message. It is the same each time the message is sent."),
		prop.Int64("webhook-timestamp").Min(0).
			Describe("When the request was sent, in seconds since 1970."),
		prop.String("webhook-signature").MinLen(1).MaxLen(4096).
			Describe("Signatures of the ID, the time and the body, separated by spaces: v1, a comma and an HMAC-SHA256 in base64, as Standard Webhooks has them."))
	return o
}

// payloadOf describes the body of the webhook.
func payloadOf(e *ir.Event) *ir.Prop {
	words := strings.NewReplacer(".", " ", "_", " ").Replace(e.Name)
	c := ir.NewCollection(e.At, Pascal(words)+"Event")
	add := func(p *ir.Prop) { c.Members = append(c.Members, &ir.Member{Prop: p, Modes: ir.EveryMode}) }
	add(property.NodeOf(prop.Const("type", e.Name)))
	add(property.NodeOf(prop.DateTime("timestamp").Describe("When the event happened.")))
	add(e.Data.Prop.Edit(func(p *ir.Prop) { p.ID, p.Name = new(ir.ID), "data" }))
	return &ir.Prop{ID: new(ir.ID), At: e.At, Name: c.Name, Type: ir.Object{Of: func() *ir.Collection { return c }}}
}
