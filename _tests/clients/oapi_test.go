package clients_test

import (
	"path/filepath"
	"testing"
)

func TestGoClientOfOapiCodegen(t *testing.T) {
	s := startShop(t)
	for _, d := range documents {
		t.Run(d.version, func(t *testing.T) {
			const folder = "testdata/oapi/shop"
			generated(t, folder)
			document := s.document(t, d.path)
			must(t, ".", "go", "tool", "oapi-codegen", "-generate", "types,client,skip-prune", "-package", "shop", "-o", folder+"/client.go", save(t, document))
			client := filepath.Join(t.TempDir(), "oapi")
			must(t, ".", "go", "build", "-o", client, "./testdata/oapi")
			use(t, document, func(s shop) string { return must(t, ".", client, s.url, s.token) })
		})
	}
}
