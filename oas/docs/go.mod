module github.com/tenon-go/tenon/oas/docs

go 1.26.0

replace github.com/tenon-go/tenon => ../../

require (
	github.com/swaggest/swgui v1.8.5
	github.com/tenon-go/tenon v0.0.0
)

require (
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3 // indirect
	go.yaml.in/yaml/v4 v4.0.0-rc.6 // indirect
)
