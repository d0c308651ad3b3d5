module migrate

go 1.26.0

replace github.com/tenon-go/tenon => ../

require (
	github.com/danielgtaylor/huma/v2 v2.37.2
	github.com/gorilla/mux v1.8.1
	github.com/tenon-go/tenon v0.0.0
)

require github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3 // indirect
