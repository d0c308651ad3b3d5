module github.com/tenon-go/tenon/_planted

go 1.26.0

require (
	github.com/sethvargo/go-limiter v1.1.0
	github.com/tenon-go/tenon v0.1.0
)
