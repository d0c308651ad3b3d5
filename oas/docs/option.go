package docs

import "github.com/tenon-go/tenon/oas"

// Option changes what [Page] serves.
type Option func(*settings)

type settings struct {
	version  oas.Version
	client   string
	scopes   []string
	connects []string
}

// Version says which document the page shows; 3.0.4 unless it is said.
func Version(v oas.Version) Option { return func(s *settings) { s.version = v } }

// Client names the OAuth 2 client as which the page logs readers in, and the
// scopes that are chosen to begin with. The provider must know it as a public
// client, whose proof is PKCE (RFC 7636), with oauth2-redirect.html beside the page
// as its redirection URI: https://api.example.com/docs/oauth2-redirect.html.
func Client(id string, scopes ...string) Option {
	return func(s *settings) { s.client, s.scopes = id, scopes }
}

// Connect lets the page talk to more origins, such as https://api.example.com,
// than the API declares: the one at which an OpenID Connect provider hands out
// tokens, where its configuration lies at another.
func Connect(origins ...string) Option {
	return func(s *settings) { s.connects = append(s.connects, origins...) }
}
