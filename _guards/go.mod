module github.com/tenon-go/tenon/_guards

go 1.26.0

require (
	github.com/golang-jwt/jwt/v5 v5.3.1
	github.com/gomodule/redigo v1.8.2
	github.com/oauth2-proxy/mockoidc v0.0.0-20240214162133-caebfff84d25
	github.com/sethvargo/go-limiter v1.1.0
	github.com/sethvargo/go-redisstore v0.3.0
	github.com/tenon-go/tenon v0.1.0
	go.uber.org/goleak v1.3.0
)

require (
	github.com/MicahParks/jwkset v0.11.3 // indirect
	github.com/MicahParks/keyfunc/v3 v3.9.0 // indirect
	github.com/go-jose/go-jose/v3 v3.0.1 // indirect
	golang.org/x/crypto v0.0.0-20220214200702-86341886e292 // indirect
	golang.org/x/time v0.15.0 // indirect
)
