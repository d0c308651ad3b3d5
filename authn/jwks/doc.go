// Package jwks verifies JSON Web Tokens with the keys that their issuers publish.
//
//	verifier, err := jwks.New(jwks.Issuer("https://id.example.com", jwks.Audience("shop")))
//	…
//	defer verifier.Close()
//	var bearer = authn.Bearer("bearer", verifier.Verify).Format("JWT")
//
// The keys are found through the issuer's OpenID Connect configuration, or at the address of
// [KeysAt]. Nothing is fetched before the first token, so that programs start while a provider
// is down.
//
// # Keys
//
// Every issuer has keys of its own: they never verify a token of another issuer. A set is
// renewed when it is used and older than an hour, or than the provider's cache headers allow;
// requests meanwhile use the old set. During an outage the set is kept for a day ([Keep]).
// After that, and before the first set, tokens cannot be verified: this is a 503 and never a
// 401. A token with an unknown key waits for a fetch, which all such tokens share. Up to four
// of these fetches may follow one another, and then one every 15 seconds ([Cooldown]), so that
// keys may rotate at any time and invented keys cost little. No goroutine runs between fetches.
// [Keys] sets the source of keys that the program already has; then nothing is fetched.
//
// # Tokens
//
// A token must be signed and in compact form (RFC 7515 §7.1), with an algorithm that its issuer
// allows and its key is bound to. It must have the exact issuer and audience, a subject, and an
// expiry time; nbf and iat are validated. A token without a kid, and every token of an issuer whose keys
// have none, is verified with each key of its algorithm. A token with a cnf claim is bound to a key (RFC 7800)
// and is rejected: possession of the token alone proves nothing. The identity has the scopes of
// scope and scp, and the roles and permissions of [Roles] and [Permissions].
//
// # Specifications
//
// RFC 7515, 7517, 7518, 7519, 7800, 8037, 9864; RFC 8725 with its revision
// draft-ietf-oauth-rfc8725bis; RFC 9068 with [AccessTokens]; OpenID Connect Discovery 1.0 §4.
//
// # Security considerations
//
// Headers of a token that refer to keys (jwk, jku, x5u, x5c) are ignored. Keys are fetched over
// https only, except from a loopback address for tests, at most 1 MiB and 100 keys, within 10
// seconds, and without redirects to other hosts. RSA keys have 2048 to 8192 bits. Unusable keys
// of a set are skipped. No error contains a token or a part of one.
//
// How to use it, task by task:
// https://github.com/tenon-go/tenon/blob/main/doc/authentication.md
package jwks
