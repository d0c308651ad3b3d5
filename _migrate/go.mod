module migrate

go 1.26.0

require (
	github.com/danielgtaylor/huma/v2 v2.37.2
	github.com/gorilla/mux v1.8.1
	github.com/tenon-go/tenon v0.1.0
)
