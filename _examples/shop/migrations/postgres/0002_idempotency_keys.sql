-- The text of sqlstore.Schema: where the answers of repeated requests are kept.
CREATE TABLE "idempotency_keys" (
	id     BYTEA   NOT NULL PRIMARY KEY,
	print  BYTEA   NOT NULL,
	ticket BYTEA   NOT NULL,
	begun  BIGINT  NOT NULL,
	ends   BIGINT  NOT NULL,
	status INTEGER NOT NULL,
	header BYTEA,
	body   BYTEA
);
CREATE INDEX "idempotency_keys_ends" ON "idempotency_keys" (ends);
