package sqlstore

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/webhook"
)

// The first byte of the secrets of a row.
const (
	plain  = 0
	sealed = 1 // followed by a nonce of 12 bytes
)

var errSecrets = errors.New("sqlstore: the secrets of a row cannot be read")

// box encrypts the secrets of rows. Without keys it stores them as they are.
type box struct{ keys []cipher.AEAD }

func newBox(keys [][]byte) (b box, err error) {
	for _, k := range keys {
		block, err := aes.NewCipher(k)
		if err != nil {
			return b, errors.New("sqlstore: a key of Seal has not 16, 24 or 32 bytes")
		}
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return b, fmt.Errorf("sqlstore: %w", err)
		}
		b.keys = append(b.keys, aead)
	}
	return b, nil
}

// close returns the column of secrets of the row with an ID.
func (b box) close(id string, keys []webhook.Key) []byte {
	var text strings.Builder
	for _, k := range keys {
		text.WriteString(strconv.FormatInt(microseconds(k.Until), 10) + " " + k.Secret.Reveal() + "\n")
	}
	if len(b.keys) == 0 {
		return append([]byte{plain}, text.String()...)
	}
	nonce := make([]byte, b.keys[0].NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return b.keys[0].Seal(append([]byte{sealed}, nonce...), nonce, []byte(text.String()), []byte(id))
}

// open returns the secrets of a row. Rows of before Seal was set are read, too.
func (b box) open(id string, column []byte) ([]webhook.Key, error) {
	if len(column) == 0 {
		return nil, errSecrets
	}
	kind, rest := column[0], column[1:]
	if kind == plain {
		return parseKeys(string(rest))
	}
	for _, k := range b.keys {
		if kind != sealed || len(rest) < k.NonceSize() {
			break
		}
		if text, err := k.Open(nil, rest[:k.NonceSize()], rest[k.NonceSize():], []byte(id)); err == nil {
			return parseKeys(string(text))
		}
	}
	return nil, errSecrets
}

func parseKeys(text string) (keys []webhook.Key, err error) {
	for line := range strings.Lines(text) {
		until, secret, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, err := strconv.ParseInt(until, 10, 64)
		if err != nil {
			return nil, errSecrets
		}
		s, err := webhook.ParseSecret(secret)
		if err != nil {
			return nil, errSecrets
		}
		keys = append(keys, webhook.Key{Secret: s, Until: timeOf(n)})
	}
	return keys, nil
}

func microseconds(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMicro()
}

func timeOf(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}
