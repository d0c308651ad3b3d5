package kit

import (
	"context"
	"errors"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// QueryKey is a scheme for an API key in the query.
var QueryKey = authn.APIKeyQuery("query", "api_key", authn.Keys(map[[32]byte]authn.Identity{
	authn.NewSecret(Password).Hash(): authn.New("robot"),
}))

// Bearer knows the tokens ann, with the scopes read and write, and bob, with read; down and
// bug fail. APIKey knows the key k-1 of a robot with the scope write.
var (
	Bearer = authn.Bearer("bearer", func(_ context.Context, token string) (authn.Identity, error) {
		switch token {
		case "ann":
			return authn.New("ann").Scopes("read", "write"), nil
		case "bob":
			return authn.New("bob").Scopes("read"), nil
		case "down":
			return authn.Identity{}, authn.Unavailable(90*time.Second, errors.New("the provider is down"))
		case "bug":
			return authn.Identity{}, errors.New("a mistake")
		}
		return authn.Identity{}, authn.Invalid("The token is not known.")
	})
	APIKey = authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
		authn.NewSecret("k-1").Hash(): authn.New("robot").Scopes("write"),
	}))
)

// SubjectText is the body of [ServeSubject].
var SubjectText = route.Text(prop.String("who"))

// ServeSubject returns the subject of the caller, as the call and as the context have it.
func ServeSubject(c *route.Call) (string, error) {
	return c.Identity().String() + " " + authn.FromContext(c.Context()).String(), nil
}
