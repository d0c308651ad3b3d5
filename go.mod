module github.com/tenon-go/tenon

go 1.26.0

require (
	github.com/MicahParks/jwkset v0.11.3
	github.com/MicahParks/keyfunc/v3 v3.9.0
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3
	github.com/golang-jwt/jwt/v5 v5.3.1
	github.com/google/go-cmp v0.7.0
	github.com/gorilla/mux v1.8.1
	github.com/sethvargo/go-limiter v1.1.0
	go.uber.org/goleak v1.3.0
	golang.org/x/text v0.43.0
)

require golang.org/x/time v0.15.0 // indirect
