package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"log/slog"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// tokens issues and verifies tokens with scopes, as the Distribution token specification has them:
// https://distribution.github.io/distribution/spec/auth/token/. Users may do everything, and others pull.
type tokens struct {
	users map[string][32]byte // the digests of their passwords
	url   string              // of the registry
	key   []byte
}

const (
	service = "registry"
	life    = 5 * time.Minute
)

func newTokens(users map[string]string, url string) *tokens {
	t := &tokens{users: map[string][32]byte{}, url: url, key: make([]byte, 32)}
	rand.Read(t.key) // never fails
	for user, password := range users {
		t.users[user] = sha256.Sum256([]byte(password))
	}
	return t
}

// A Token is what the registry issues.
type Token struct {
	Token     string
	ExpiresIn int
}

var (
	scopeList = prop.Array(prop.String("scope").MaxLen(400)).As("scope").MaxItems(20).Default(nil)
	services  = prop.Const("service", service).Optional()
	issued    = collection.Of("Token", func(t *Token) collection.Fields {
		return collection.Fields{
			prop.String("token").At(&t.Token),
			prop.Int("expires_in").At(&t.ExpiresIn),
		}
	})
)

// scheme declares the tokens that all other operations need.
func (t *tokens) scheme() authn.Scheme {
	return authn.Bearer("token", t.verify).Format("JWT").Describe("A token of /token, verified as RFC8725 says.").Realm(t.url + "/token").Service(service)
}

// api declares the API that issues tokens, with the scopes that the caller asks for and may have.
func (t *tokens) api(log *slog.Logger) tenon.API {
	password := authn.Basic("password", func(_ context.Context, user string, password authn.Secret) (authn.Identity, error) {
		if hash, ok := t.users[user]; ok && password.Matches(hash) {
			return authn.New(user), nil
		}
		return authn.Identity{}, authn.Invalid("The user or the password is wrong.")
	})
	grant := route.Get("/token", issued.View()).
		ID("getToken").Summary("Get a token").Public().
		Query(services, scopeList).
		Handle(func(c *route.Call) (Token, error) {
			var granted []string
			for asked := range strings.FieldsSeq(strings.Join(scopeList.Get(c), " ")) { // repository:NAME:pull,push
				at := strings.LastIndexByte(asked, ':')
				for action := range strings.SplitSeq(asked[at+1:], ",") {
					if at > 0 && (action == "pull" || !c.Identity().Anonymous()) {
						granted = append(granted, asked[:at+1]+action)
					}
				}
			}
			now := time.Now()
			token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
				"sub": c.Identity().Subject(), "aud": service, "exp": now.Add(life).Unix(), "scope": strings.Join(granted, " "),
			}).SignedString(t.key)
			return Token{token, int(life / time.Second)}, err
		})
	return tenon.New("Tokens", "1.0.0").
		Describe("Tokens of a registry, as the [token specification](https://distribution.github.io/distribution/spec/auth/token/) has them.").
		Logger(log).
		Renderer(render.NoEnvelope()).
		ProblemFormat(errorFormat).
		IgnoreUnknown().
		Authenticate(password).
		Add(grant)
}

// verify returns the identity of a token.
func (t *tokens) verify(_ context.Context, token string) (authn.Identity, error) {
	parsed, err := jwt.Parse(token, func(*jwt.Token) (any, error) { return t.key, nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithAudience(service), jwt.WithExpirationRequired())
	if err != nil {
		return authn.Identity{}, authn.Invalid("The token is not valid.")
	}
	claims := parsed.Claims.(jwt.MapClaims)
	scope, _ := claims["scope"].(string)
	subject, _ := claims["sub"].(string)
	expires, _ := claims.GetExpirationTime()
	return authn.New("user " + subject).Scopes(strings.Fields(scope)...).Expires(expires.Time), nil
}
