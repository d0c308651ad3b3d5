package main

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	"strings"

	"github.com/tenon-go/tenon/paginate"
)

// cursorKeys reads the keys of cursors, in base64 or hex and separated by commas. The first
// key signs; the others are older keys whose cursors clients may still have. Without any,
// it generates a key for the lifetime of the program.
func cursorKeys(text string) (keys [][]byte, err error) {
	if text == "" {
		slog.Warn("SHOP_CURSOR_KEY is not set; cursors will be refused after a restart")
		return [][]byte{paginate.NewKey()}, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, ok := cursorKey(strings.TrimSpace(part))
		if !ok {
			return nil, errors.New("SHOP_CURSOR_KEY: a key has at least 32 bytes, in base64 or hex")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func cursorKey(text string) (key []byte, ok bool) {
	plain := strings.TrimRight(text, "=")
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, // first, because hex is also valid base64
		base64.RawStdEncoding.DecodeString,
		base64.RawURLEncoding.DecodeString,
	} {
		if key, err := decode(plain); err == nil {
			return key, len(key) >= 32
		}
	}
	return nil, false
}
