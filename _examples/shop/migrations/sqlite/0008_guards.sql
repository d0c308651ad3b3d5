-- Of an order that is older than its owner nobody knows whose it is.
ALTER TABLE orders ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN cost INTEGER; -- cents
CREATE TABLE api_keys (
	prefix     BLOB    NOT NULL PRIMARY KEY, -- of the key
	hash       BLOB    NOT NULL,             -- SHA-256 of the key
	name       TEXT    NOT NULL UNIQUE,
	scopes     TEXT    NOT NULL,             -- separated by spaces
	created_at INTEGER NOT NULL              -- microseconds since 1970, UTC
) STRICT;
