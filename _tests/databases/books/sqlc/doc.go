// Package sqlc has the queries of package books. But for this file, sqlc generates it from queries.sql.
package sqlc
