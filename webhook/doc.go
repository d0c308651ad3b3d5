// Package webhook signs and verifies webhooks as Standard Webhooks 1.0.0 specifies
// (https://www.standardwebhooks.com).
//
// A receiver verifies requests before anything reads them:
//
//	secret, err := webhook.ParseSecret(os.Getenv("WEBHOOK_SECRET")) // whsec_…
//	…
//	http.Handle("POST /hooks", webhook.NewVerifier(secret).Wrap(handler))
//
// # Signatures
//
// A webhook is a POST with three headers: webhook-id, the ID of the message; webhook-timestamp, the
// time of the attempt in seconds; and webhook-signature, one or more signatures of id.timestamp.body.
// A signature v1 is HMAC-SHA256 with a secret that sender and receiver share (whsec_); v1a is
// Ed25519, with a private key of the sender (whsk_) and its public key at the receiver (whpk_).
// Signatures of other versions are ignored.
//
// # Security considerations
//
// What is signed are the bytes of the body: verify them before a decoder, a proxy or a framework
// changes them. A signature proves who wrote a message, not that it arrives for the first time:
// within the tolerance of the timestamp anyone who saw a request can send it again. Deduplicate
// messages by webhook-id ([Verifier.Once]). A symmetric secret belongs to one subscription.
package webhook
