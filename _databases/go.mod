module github.com/tenon-go/tenon/_databases

go 1.26.0

replace github.com/tenon-go/tenon => ../

require (
	github.com/tenon-go/tenon v0.0.0
	modernc.org/sqlite v1.50.0
)
