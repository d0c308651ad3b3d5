package docs

import (
	"io/fs"

	"github.com/tenon-go/tenon/oas"
)

// Option configures a [Page].
type Option func(*settings)

type settings struct {
	version  oas.Version
	client   string
	scopes   []string
	connects []string
	assets   fs.FS
}

// Version sets the document that the page shows first. The default is 3.0.4. Readers can
// choose the others.
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

// Assets sets the files of Swagger UI, in place of those that the program embeds: a folder of
// the npm package swagger-ui-dist, of any version from 5.29 on:
//
//	//go:embed node_modules/swagger-ui-dist/swagger-ui-bundle.js
//	//go:embed node_modules/swagger-ui-dist/swagger-ui.css
//	//go:embed node_modules/swagger-ui-dist/favicon-32x32.png
//	var ui embed.FS
//
//	dist, _ := fs.Sub(ui, "node_modules/swagger-ui-dist")
//	page, err := docs.Page(app, docs.Assets(dist))
//
// Page reads the three files once, and returns an error if one is missing.
func Assets(dist fs.FS) Option { return func(s *settings) { s.assets = dist } }
