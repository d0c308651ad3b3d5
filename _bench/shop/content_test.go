package shop_test

import (
	"encoding/json"
	"testing"

	"bench/shop"
)

// The bodies have the sizes in the names of the cases.
func TestContentIsAsLargeAsItSays(t *testing.T) {
	tests := []struct {
		name        string
		content     []byte
		least, most int
	}{
		{"New", shop.New, 950, 1100},
		{"One", shop.One, 950, 1100},
		{"Wrong", shop.Wrong, 950, 1100},
		{"Batch", shop.Batch, 240_000, 270_000},
		{"Page", shop.Page, 4_000, 7_000},
	}
	for _, tt := range tests {
		if n := len(tt.content); n < tt.least || n > tt.most || !json.Valid(tt.content) {
			t.Errorf("%s has %d bytes, valid %v", tt.name, n, json.Valid(tt.content))
		}
	}
}
