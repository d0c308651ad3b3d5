// Package webhook signs and verifies webhooks as Standard Webhooks 1.0.0 specifies
// (https://www.standardwebhooks.com).
//
// A receiver verifies requests before anything reads them:
//
//	secret, err := webhook.ParseSecret(os.Getenv("WEBHOOK_SECRET")) // whsec_…
//	…
//	http.Handle("POST /hooks", webhook.NewVerifier(secret).Wrap(handler))
//
// A [Sender] sends events to subscriptions. It is an event.Publisher, which an outbox or a queue
// calls, and calls again after errors:
//
//	sender, err := webhook.NewSender(store, webhook.DisableAfter(5*24*time.Hour))
//	…
//	err = sender.Publish(ctx, subscription, message) // one attempt
//
// # Signatures
//
// A webhook is a POST with three headers: webhook-id, the ID of the message; webhook-timestamp, the
// time of the attempt in seconds; and webhook-signature, one or more signatures of id.timestamp.body.
// A signature v1 is HMAC-SHA256 with a secret that sender and receiver share (whsec_); v1a is
// Ed25519, with a private key of the sender (whsk_) and its public key at the receiver (whpk_).
// Signatures of other versions are ignored.
//
// # Delivery
//
// The body is that of [event.Payload]. An attempt has 15 seconds. A response of 2xx is a success, 410
// disables the subscription, and everything else is a failure, after which the message is sent
// again: with the same ID and body, and with a timestamp and signatures of the new attempt. Receivers
// therefore get a message at least once. 307 and 308 are followed three times; other redirects are
// failures.
//
// # Security considerations
//
// Owners of subscriptions choose where the server connects to. A [Sender] connects to public
// addresses only, over TLS, at port 443: it checks the address of each connection, after its name was
// resolved and for each redirect, so that a name that is resolved to another address later does not
// help. It uses no proxy, sends no cookies and no credentials, reads at most 64 KiB of a response,
// and its errors reveal only the status. [AllowHTTP], [AllowPorts] and [AllowNetworks] loosen that.
// The server itself may have public addresses behind which there is more: see [DenyNetworks]. A
// network without routes from the senders to internal services is a second line of defense.
//
// Every subscription receives the messages of its events and audiences. In a system with several
// tenants, [Match] must compare the tenant of the message with the owner.
//
// Secrets are stored as they are, because the sender needs them: protect the store like the data
// of the messages.
//
// What is signed are the bytes of the body: verify them before a decoder, a proxy or a framework
// changes them. A signature proves who wrote a message, not that it arrives for the first time:
// within the tolerance of the timestamp anyone who saw a request can send it again. Deduplicate
// messages by webhook-id ([Verifier.Once]). A symmetric secret belongs to one subscription.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/webhooks.md
package webhook
