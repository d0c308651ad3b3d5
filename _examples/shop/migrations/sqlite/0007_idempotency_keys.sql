-- The text of sqlstore.Schema: where the answers of repeated requests are kept.
CREATE TABLE "idempotency_keys" (
	id     BLOB    NOT NULL PRIMARY KEY,
	print  BLOB    NOT NULL,
	ticket BLOB    NOT NULL,
	begun  INTEGER NOT NULL,
	ends   INTEGER NOT NULL,
	status INTEGER NOT NULL,
	header BLOB,
	body   BLOB
);
CREATE INDEX "idempotency_keys_ends" ON "idempotency_keys" (ends);
