package oas

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/yamlx"
)

// YAML returns the document as YAML, indented by two spaces. It has the content and the
// order of [JSON], and the same API always gives the same bytes.
//
// The errors are those of [JSON].
func YAML(app *tenon.App, v Version, options ...Option) ([]byte, error) {
	text, err := JSON(app, v, options...)
	if err != nil {
		return nil, err
	}
	var cache Cache
	for _, o := range options {
		if o.cache != nil {
			cache = o.cache
		}
	}
	if cache == nil {
		return yamlOf(text)
	}
	// The JSON text identifies the tree in this version.
	sum := sha256.Sum256(text)
	key := "openapi.yaml 2 " + hex.EncodeToString(sum[:])
	if out, ok := cache.Get(context.Background(), key); ok {
		return out, nil
	}
	out, err := yamlOf(text)
	if err == nil {
		_ = cache.Put(context.Background(), key, out) // a cache may fail
	}
	return out, err
}

func yamlOf(text []byte) ([]byte, error) {
	out, err := yamlx.Append(nil, text)
	if err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	return out, nil
}
