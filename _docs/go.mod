module github.com/tenon-go/tenon/_docs

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/tenon-go/tenon v0.1.0
	github.com/tenon-go/tenon/oas/docs v0.1.0
)

require github.com/swaggest/swgui v1.8.7 // indirect
