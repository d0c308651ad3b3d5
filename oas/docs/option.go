package docs

import "github.com/tenon-go/tenon/oas"

// Option configures a [Page].
type Option func(*settings)

type settings struct {
	version  oas.Version
	client   string
	scopes   []string
	connects []string
}

// Version sets the document that the page shows. The default is 3.0.4.
func Version(v oas.Version) Option { return func(s *settings) { s.version = v } }

// Client sets the OAuth 2 client that logs readers in, and the scopes that are
// preselected. Register it with the provider as a public client with PKCE (RFC 7636)
// and with oauth2-redirect.html beside the page as its redirection URI, such as
// https://api.example.com/docs/oauth2-redirect.html.
func Client(id string, scopes ...string) Option {
	return func(s *settings) { s.client, s.scopes = id, scopes }
}

// Connect adds origins, such as https://api.example.com, to those that the page may
// send requests to. An OpenID Connect provider needs one if its token endpoint is not at
// the origin of its configuration.
func Connect(origins ...string) Option {
	return func(s *settings) { s.connects = append(s.connects, origins...) }
}
