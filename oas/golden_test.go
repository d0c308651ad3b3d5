package oas_test

import (
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/oas/oastest"
)

func TestShop(t *testing.T) {
	for _, file := range []string{"shop.yaml", "shop.json", "shop-3.1.yaml", "shop-3.1.json", "shop-3.2.yaml", "shop-3.2.json"} {
		t.Run(file, func(t *testing.T) { oastest.Golden(t, shop(), filepath.Join("testdata", file)) })
	}
}

// The API that says everything, in every version.
func TestEverything(t *testing.T) {
	app := everything.API().Locales(l10n.Builtin()).MustBuild()
	for _, file := range []string{"everything.json", "everything-3.1.json", "everything-3.2.json"} {
		t.Run(file, func(t *testing.T) { oastest.Golden(t, app, filepath.Join("testdata", file)) })
	}
}
