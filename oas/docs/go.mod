module github.com/tenon-go/tenon/oas/docs

go 1.26.0

require (
	github.com/swaggest/swgui v1.8.7
	github.com/tenon-go/tenon v0.1.0
)
