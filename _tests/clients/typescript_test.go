package clients_test

import (
	"path/filepath"
	"testing"
)

func TestTypeScriptClients(t *testing.T) {
	s := startShop(t)
	for _, d := range documents {
		t.Run(d.version, func(t *testing.T) {
			generated(t, "node/generated")
			document := s.document(t, d.path)
			file := save(t, document)
			node(t, "node_modules/openapi-typescript/bin/cli.js", file, "--output", "generated/schema.ts")
			node(t, "node_modules/@hey-api/openapi-ts/bin/run.js", "--input", file, "--output", "generated/hey", "--client", "@hey-api/client-fetch", "--silent")
			node(t, "node_modules/typescript/bin/tsc", "--project", "tsconfig.json")
			use(t, document, func(s shop) string { return node(t, filepath.Join("generated", "built", "fetch.js"), s.url, s.token) })
		})
	}
}
