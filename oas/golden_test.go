package oas_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
)

// golden compares a document with the file that has its name: what package oastest does for
// users, but that is a module of its own.
func golden(t *testing.T, s *tenon.App, name string) {
	t.Helper()
	if strconv.IntSize < 64 {
		t.Skip("documents have the range of prop.Int, which is that of an int")
	}
	version, write := oas.V30, oas.YAML
	for _, v := range oas.Versions() {
		if strings.Contains(name, v.String()[:3]) {
			version = v
		}
	}
	if filepath.Ext(name) == ".json" {
		write = oas.JSON
	}
	got, err := write(s, version)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name)
	if os.Getenv("OASTEST_UPDATE") == "1" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs; OASTEST_UPDATE=1 go test ./oas accepts the change: -file +document\n%s", file, diff)
	}
}

func TestShop(t *testing.T) {
	for _, file := range []string{"shop.yaml", "shop.json", "shop-3.1.yaml", "shop-3.1.json", "shop-3.2.yaml", "shop-3.2.json"} {
		t.Run(file, func(t *testing.T) { golden(t, shop(), file) })
	}
}
