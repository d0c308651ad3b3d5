// Package books has the same store four times: with pgx, sqlc, GORM and ent. doc/databases.md
// shows their code.
package books

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.30.0 generate -f sqlc/sqlc.yaml
