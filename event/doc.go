// Package event declares the events of an API as values:
//
//	var Created = event.New("product.created", products.View()).Key(id).Describe("A product is for sale.")
//
// A route declares which events its handler may emit. The handler emits messages in its
// transaction, so that a message exists if and only if the change is committed:
//
//	route.Post("/products", products.Create(), products.View()).Emits(Created).
//		Handle(func(c *route.Call, in Product) (Product, error) {
//			err := sqltx.Do(c.Context(), db, func(tx *sql.Tx) error {
//				if err := insert(c.Context(), tx, &in); err != nil {
//					return err
//				}
//				return box.Emit(c.Context(), tx, Created.Of(in))
//			})
//			return in, err
//		})
//
// Package outbox stores messages, and a [Publisher] delivers them. Documents describe the events:
// OpenAPI as webhooks (package oas), AsyncAPI as channels (package oas/asyncapi).
//
// # Data
//
// The data of a message is the entity in view mode, as a response has it, without the envelope of
// the API. A message has no caller: members with restricted visibility are left out, unless
// [Type.Scopes] declares the scopes that all receivers have.
//
// # Delivery and order
//
// A committed message is delivered at least once to each destination, so that receivers ignore
// the IDs that they know. Messages with the same key ([Type.Key]) are delivered in the order in
// which their transactions got their places in the log; messages with different keys, or without
// one, have no order.
//
// # Changes
//
// A new member of the data breaks no receiver, because [Type.Parse] ignores undeclared members. A
// change that breaks receivers is an event with another name, such as product.created.v2; an API
// has one event of a name.
package event
