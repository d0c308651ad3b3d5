package endpoint

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// limitEvents returns the stage that puts the events of the operation into the context of a call: the
// handler may emit no others.
func (e *Endpoint) limitEvents() stage {
	scope := emit.NewScope(e.op, e.op.Emits)
	e.emits = scope
	return func(c *Call) error {
		c.ex.R = c.ex.R.WithContext(emit.NewContext(c.ex.R.Context(), scope))
		return nil
	}
}

// Silent calls yield for each event that the operation declares and has not emitted, until it returns
// false.
func (e *Endpoint) Silent(yield func(*tree.Operation, *tree.Event) bool) bool {
	if e.emits == nil {
		return true
	}
	declared := e.emits.Events()
	for i := range declared {
		if d := &declared[i]; !d.Emitted() && !yield(e.op, d.Event) {
			return false
		}
	}
	return true
}

// EventsOf returns the events of operations and others, each once, their faults, and the webhooks of
// those without. If there are any, it limits the operations to those that they declare.
func EventsOf(ops []*Operation, others []*tree.Event) (all []*tree.Event, webhooks []Sent, faults []tree.Fault) {
	collect := func(events []*tree.Event) {
		for _, e := range events {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	for _, op := range ops {
		collect(op.Node.Emits)
	}
	if collect(others); len(all) == 0 {
		return nil, nil, nil
	}
	for i, op := range ops {
		ops[i] = op.Edit(func(o *Operation) { o.ChangeOptions().Emits = true })
	}
	named := map[string]*tree.Event{}
	for _, e := range all {
		fault := func(format string, args ...any) {
			faults = append(faults, tree.Fault{At: e.At, Message: fmt.Sprintf(format, args...)})
		}
		if faults = append(faults, e.Faults...); len(e.Faults) > 0 {
			continue
		}
		if len(e.Scopes) > 0 && len(e.Audiences) == 0 {
			fault("event %q: Scopes needs an Audience: everyone receives the event, and sees the members", e.Name)
		}
		if first := named[e.Name]; first != nil {
			fault("two events are named %q; the first is at %s", e.Name, first.At)
			continue
		}
		named[e.Name] = e
		webhooks = append(webhooks, Sent{e.At, e.Name, requestOf(e), -1})
	}
	return all, webhooks, faults
}

// requestOf returns the webhook of an event: a request of Standard Webhooks with the payload that
// event.Payload returns.
func requestOf(e *tree.Event) *Operation {
	n := &tree.Operation{
		At: e.At, Method: http.MethodPost, Summary: e.Summary, Doc: e.Doc, Tags: e.Tags,
		Deprecated: e.Deprecated, Hidden: e.Hidden, Audiences: e.Audiences,
		ExternalDocs: e.ExternalDocs, Extensions: e.Extensions,
		Success: tree.Response{At: e.At, Status: http.StatusNoContent, Doc: "The receiver has the message. Any other 2xx means the same."},
		Body:    &tree.Body{At: e.At, Mode: tree.View, Prop: payloadOf(e)},
	}
	o := &Operation{Node: n}
	o.AddInputs(tree.InHeader, tree.Simple,
		prop.String("webhook-id").MinLen(1).MaxLen(255).
			Describe("The ID of the message. It is the same each time the message is sent."),
		prop.Int64("webhook-timestamp").Min(0).
			Describe("When the request was sent, in seconds since 1970."),
		prop.String("webhook-signature").MinLen(1).MaxLen(4096).
			Describe("Signatures of the ID, the time and the body, separated by spaces: v1, a comma and an HMAC-SHA256 in base64, as Standard Webhooks has them."))
	return o
}

// payloadOf describes the body of the webhook.
func payloadOf(e *tree.Event) *tree.Prop {
	words := strings.NewReplacer(".", " ", "_", " ").Replace(e.Name)
	c := tree.NewCollection(e.At, Pascal(words)+"Event")
	c.Doc = "A message of the event " + e.Name + "."
	add := func(p *tree.Prop) { c.Members = append(c.Members, &tree.Member{Prop: p, Modes: tree.EveryMode}) }
	add(property.NodeOf(prop.Const("type", e.Name)))
	add(property.NodeOf(prop.DateTime("timestamp").Describe("When the event happened.")))
	add(e.Data.Prop.Edit(func(p *tree.Prop) { p.ID, p.Name = new(tree.ID), "data" }))
	return &tree.Prop{ID: new(tree.ID), At: e.At, Name: c.Name, Type: tree.Object{Of: func() *tree.Collection { return c }}}
}
