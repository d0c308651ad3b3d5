module github.com/tenon-go/tenon/cmd/tenon

go 1.26.0

require (
	github.com/tenon-go/tenon/collection/shapes v0.0.0
	github.com/tenon-go/tenon/route/discover v0.0.0
)

require github.com/tenon-go/tenon v0.0.0 // indirect

replace (
	github.com/tenon-go/tenon => ../..
	github.com/tenon-go/tenon/collection/shapes => ../../collection/shapes
	github.com/tenon-go/tenon/route/discover => ../../route/discover
)
