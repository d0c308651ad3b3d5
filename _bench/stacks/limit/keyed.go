package limit

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"time"

	"bench/more/database"
	"bench/shop"
)

// The statements of a key.
const (
	keyTable = `CREATE TABLE keys (id BLOB NOT NULL PRIMARY KEY, print BLOB NOT NULL, ticket BLOB NOT NULL, begun INTEGER NOT NULL,
ends INTEGER NOT NULL, status INTEGER NOT NULL, header BLOB, body BLOB); CREATE INDEX keys_ends ON keys (ends)`
	insertKey = "INSERT INTO keys (id, print, ticket, begun, ends, status) VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT (id) DO NOTHING"
	finishKey = "UPDATE keys SET status = ?, header = ?, body = ? WHERE id = ? AND ticket = ? AND status = 0"
)

var keyedVary = []string{"Idempotency-Key, Authorization, Accept"}

// keyed stores the key, the product and the response in one transaction. It does not send a
// response again.
func keyed() http.Handler {
	db := database.Open()
	if _, err := db.Exec(keyTable); err != nil {
		panic(err)
	}
	return served("POST", "/v1/products", func(x *exchange, w http.ResponseWriter, r *http.Request) {
		given := r.Header["Idempotency-Key"]
		if len(given) != 1 || len(given[0]) > 255 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if !x.read(w, r) {
			return
		}
		x.noQuery(r)
		var in Product
		x.product(&in, false)
		if !x.accepts(w) {
			return
		}
		key, print := sha256.Sum256([]byte(given[0])), sha256.Sum256(x.content)
		var ticket [16]byte
		rand.Read(ticket[:])
		tx, err := db.BeginTx(r.Context(), nil)
		if err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		defer tx.Rollback()
		run := func(query string, args ...any) bool {
			done, err := tx.ExecContext(r.Context(), query, args...)
			if err != nil {
				return false
			}
			n, err := done.RowsAffected()
			return err == nil && n == 1
		}
		now := time.Now()
		if !run(insertKey, key[:], print[:], ticket[:], now.UnixMilli(), now.Add(24*time.Hour).UnixMilli()) {
			w.WriteHeader(http.StatusConflict)
			return
		}
		in.ID = shop.ID
		if !run(database.Insert, in.SKU, in.Name, in.Price) {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		x.answer = appendProduct(append(x.answer[:0], `{"data":`...), &in)
		x.answer = append(x.answer, '}')
		if !run(finishKey, http.StatusCreated, []byte(nil), x.answer, key[:], ticket[:]) || tx.Commit() != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		x.vary = keyedVary
		x.write(w, http.StatusCreated, jsonContent)
	})
}
