package oas

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/yamlx"
)

// YAML returns the document as YAML, indented by two spaces. It says what [JSON]
// says, in the same order, and the same API always gives the same bytes.
//
// The errors are those of [JSON].
func YAML(app *tenon.App, v Version, options ...Option) ([]byte, error) {
	text, err := JSON(app, v, options...)
	if err != nil {
		return nil, err
	}
	cache := askedBy(options).cache
	if cache == nil {
		return yamlOf(text)
	}
	// The text is all that the tree says in this version: no better fingerprint.
	sum := sha256.Sum256(text)
	key := "openapi.yaml 2 " + hex.EncodeToString(sum[:])
	if out, ok := cache.Get(context.Background(), key); ok {
		return out, nil
	}
	out, err := yamlOf(text)
	if err == nil {
		_ = cache.Put(context.Background(), key, out) // the document is there all the same
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
