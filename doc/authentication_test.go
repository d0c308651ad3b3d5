package doc_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/MicahParks/keyfunc/v3"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// keyTable represents a table of API keys, which stores only their hashes.
var keyTable = map[string]struct {
	hash  [32]byte
	owner string
}{
	"lib_ann1": {authn.NewSecret("lib_ann1-0e5d3f").Hash(), "ann"},
}

var errDown = errors.New("the database is down")

func lookup(_ context.Context, key authn.Secret) (authn.Identity, error) {
	if key.Prefix(8) == "lib_down" {
		return authn.Identity{}, authn.Unavailable(5*time.Second, errDown) // 503
	}
	row := keyTable[key.Prefix(8)] // the public part of the key
	if !key.Matches(row.hash) {
		return authn.Identity{}, authn.Invalid("The key is not known.") // 401
	}
	return authn.New(row.owner).Scopes("books:read"), nil
}

func Example_apiKeys() {
	app := tenon.New("Library", "1.0.0").
		Authenticate(authn.APIKeyHeader("key", "X-Api-Key", lookup)).
		Add(
			show,
			route.Health("/health").IgnoreCredentials(),
			route.Get("/catalog", books.View()).
				Public().
				Handle(func(c *route.Call) (Book, error) { return shelf[0], nil }),
		).MustBuild()

	send(app, "GET", "/books/"+leaves, "", "X-Api-Key: lib_ann1-0e5d3f")
	header := send(app, "GET", "/books/"+leaves, "")
	fmt.Println(header.Get("WWW-Authenticate"))
	send(app, "GET", "/catalog", "", "X-Api-Key: lib_ann1-wrong") // rejected on public routes too
	send(app, "GET", "/catalog", "", "X-Api-Key: lib_down-")
	send(app, "GET", "/health", "", "X-Api-Key: lib_ann1-wrong") // which it does not read

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 401 {"title":"Unauthorized","status":401,"detail":"The request needs credentials.","code":"unauthenticated"}
	// ApiKey realm="api"
	// 401 {"title":"Unauthorized","status":401,"detail":"The key is not known.","code":"invalid_credentials"}
	// 503 {"title":"Service Unavailable","status":503,"detail":"The credentials cannot be checked at the moment.","code":"authentication_unavailable"}
	// 200 {"data":{"status":"ok"}}
}

func Example_keysAfterAScheme() {
	app := tenon.New("Library", "1.0.0").
		Authenticate(authn.APIKeyAuthorization("key", "Token", lookup)).
		Add(show).
		MustBuild()

	send(app, "GET", "/books/"+leaves, "", "Authorization: Token lib_ann1-0e5d3f")
	fmt.Println(send(app, "GET", "/books/"+leaves, "").Get("WWW-Authenticate"))

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 401 {"title":"Unauthorized","status":401,"detail":"The request needs credentials.","code":"unauthenticated"}
	// Token realm="api"
}

func Example_tokens() {
	tenant := prop.String("tenant").MinLen(1)

	verifier, err := jwks.New(jwks.Issuer("https://id.example.com",
		jwks.Audience("library"),
		jwks.Roles("realm_access.roles"),
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer verifier.Close()

	bearer := authn.OpenIDConnect("login", "https://id.example.com/.well-known/openid-configuration", verifier.Verify).
		Claims(tenant)
	mine := route.Get("/mine", books.View()).
		Handle(func(c *route.Call) (Book, error) {
			who := c.Identity()
			fmt.Println(who.Subject(), tenant.Get(who))
			return shelf[0], nil
		})
	app := tenon.New("Library", "1.0.0").Authenticate(bearer).Add(mine).MustBuild()

	fmt.Println(send(app, "GET", "/mine", "").Get("WWW-Authenticate"))
	fmt.Println(send(app, "GET", "/mine", "", "Authorization: Bearer x.y.z").Get("WWW-Authenticate"))

	// Output:
	// 401 {"title":"Unauthorized","status":401,"detail":"The request needs credentials.","code":"unauthenticated"}
	// Bearer realm="api"
	// 401 {"title":"Unauthorized","status":401,"detail":"The token is malformed.","code":"invalid_credentials"}
	// Bearer realm="api", error="invalid_token", error_description="The token is malformed."
}

func Example_fixedKeys() {
	keys := []byte(`{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "1", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`)
	set, err := keyfunc.NewJWKSetJSON(keys)
	if err != nil {
		fmt.Println(err)
		return
	}
	verifier, err := jwks.New(jwks.Issuer("https://id.example.com", jwks.Audience("library"), jwks.Keys(set)))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer verifier.Close()

	_, err = verifier.Verify(context.Background(), "x.y.z")
	fmt.Println(err)

	// Output:
	// authn: the credentials are not valid: The token is malformed.
}

func Example_severalSchemes() {
	token := authn.Bearer("token", func(_ context.Context, token string) (authn.Identity, error) {
		if token != "of-ann" {
			return authn.Identity{}, authn.Invalid("")
		}
		return authn.New("ann"), nil
	})
	key := authn.APIKeyHeader("key", "X-Api-Key", lookup)

	app := tenon.New("Library", "1.0.0").
		Authenticate(token, key). // any of these
		Add(
			show,
			route.Delete("/books", books.Delete()).
				Requires(authn.AllOf(key, token)). // both
				Handle(func(c *route.Call) (Book, error) { return shelf[0], nil }),
		).MustBuild()

	send(app, "GET", "/books/"+leaves, "", "Authorization: Bearer of-ann")
	send(app, "DELETE", "/books", "", "Authorization: Bearer of-ann")
	send(app, "DELETE", "/books", "", "Authorization: Bearer of-ann", "X-Api-Key: lib_ann1-0e5d3f")

	// Output:
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58","title":"Leaves of Grass","pages":95,"genre":"poetry","note":null}}
	// 401 {"title":"Unauthorized","status":401,"detail":"The request needs credentials.","code":"unauthenticated"}
	// 200 {"data":{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"}}
}
