// Package jwks verifies JSON Web Tokens with the keys that their issuers
// publish.
//
//	verifier, err := jwks.New(jwks.Issuer("https://id.example.com", jwks.Audience("shop")))
//	…
//	defer verifier.Close()
//	var bearer = authn.Bearer("bearer", verifier.Verify).Format("JWT")
//
// The keys are found through the issuer's OpenID Connect configuration, or at
// the address that [KeysAt] gives. Nothing is fetched before the first token,
// and no program fails to start because a provider is down.
//
// # Keys
//
// Every issuer has keys of its own: a key of one never verifies a token of
// another. A set is renewed when it is used and older than an hour, or than the
// provider's cache headers say, while requests go on with the one there is. It
// is kept through an outage for a day ([Keep]); then, and before the first set,
// tokens cannot be checked, which is a 503 and never a 401. A token with a key
// that is not known waits for one new look at the provider, which all such tokens
// share. There are at most four such looks at once and one more every 15 seconds
// ([Cooldown]), so that keys may rotate at any time and invented keys cost little.
// Between fetches nothing runs. A program that has the keys already gives them
// with [Keys], and nothing is fetched.
//
// # Tokens
//
// A token is a signed one in compact form (RFC 7515 §7.1), of an algorithm that
// its issuer is allowed and its key is bound to. It must name the issuer and the
// audience exactly, a subject, and when it expires; nbf and iat are honoured.
// A token with a cnf claim is bound to a key (RFC 7800) and is rejected: possession of
// the token alone proves nothing. The identity has the scopes of scope and scp, and the roles and permissions
// that [Roles] and [Permissions] find.
//
// # Specifications
//
// RFC 7515, 7517, 7518, 7519, 7800, 8037, 9864; RFC 8725 with its revision
// draft-ietf-oauth-rfc8725bis; RFC 9068 with [AccessTokens]; OpenID Connect
// Discovery 1.0 §4.
//
// # Security considerations
//
// What a token says of where keys are (jwk, jku, x5u, x5c) is not read. Keys are
// fetched over https only, except from a loopback address for tests, at most
// 1 MiB and 100 keys, within 10 seconds, and no redirect leads to another host. RSA keys
// have 2048 to 8192 bits. A key that cannot be used is left out, and the others
// are. No error has a token or a part of one in it.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/authentication.md
package jwks
