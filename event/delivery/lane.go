package delivery

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

const (
	// maxLane is the maximum number of bytes of a key that is its own lane. Lanes and names are in
	// an index of PostgreSQL, whose rows have at most 2,704 bytes.
	maxLane = 200
	// maxName is the maximum number of bytes of the name of a destination.
	maxName = 512
)

// laneOf returns the lane of a key: the key, or the beginning and the digest of one that is long or
// that not every table can have. A long key has a lane that is longer than those of short keys.
func laneOf(key string) string {
	if storable(key, maxLane) {
		return key
	}
	return digest(key)
}

// storable reports whether every table and index can have a text.
func storable(text string, most int) bool {
	return len(text) <= most && utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return cut(text, maxLane-50) + "…" + hex.EncodeToString(sum[:])
}

// shortened returns the text of an error for the table.
func shortened(text string) string {
	const most = 500
	if short := cut(text, most); short != text {
		return short + "…"
	}
	return text
}

// cut returns the beginning of a text, which every table can have.
func cut(text string, most int) string {
	text = text[:min(len(text), most+utf8.UTFMax)]
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "�")
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
