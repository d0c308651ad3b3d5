// Package sqlstore stores the subscriptions of package webhook in a table of SQLite or PostgreSQL,
// through database/sql and any driver:
//
//	store, err := sqlstore.New(db, sqlstore.PostgreSQL, sqlstore.Seal(key))
//	…
//	sender, err := webhook.NewSender(store)
//
// # The table
//
// [Schema] returns the statements that create the table, for the migrations of the application;
// the store creates nothing. Every statement is a transaction of its own, or part of that of a
// request with a key in a transactional store of the same database (package sqltx). A change is
// written if the row has the revision that was read, and computed again otherwise. Creates of an
// owner are one after another, so that none exceeds its maximum.
//
// # Security considerations
//
// The sender needs the secrets themselves, so that a hash does not do. With [Seal] the table has
// them encrypted with AES-GCM, bound to the ID of their row: a copy of the database does not reveal
// them, and nobody who can only write to it can give a subscription the secret of another. Without
// Seal, protect the database and its backups as you protect keys.
package sqlstore
