module github.com/tenon-go/tenon/cmd/tenon

go 1.26.0

require (
	github.com/fsnotify/fsnotify v1.10.1
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3
	github.com/tenon-go/tenon v0.1.0
	golang.org/x/mod v0.42.0
)

require golang.org/x/sys v0.49.0 // indirect
