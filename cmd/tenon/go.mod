module github.com/tenon-go/tenon/cmd/tenon

go 1.26.0

require (
	github.com/tenon-go/tenon/collection/shapes v0.1.0
	github.com/tenon-go/tenon/route/discover v0.1.0
)

require github.com/tenon-go/tenon v0.1.0 // indirect
