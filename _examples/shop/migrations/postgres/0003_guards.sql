-- Of an order that is older than its owner nobody knows whose it is.
ALTER TABLE orders ADD COLUMN owner text NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN cost bigint; -- cents
CREATE TABLE api_keys (
	prefix     bytea  NOT NULL PRIMARY KEY, -- of the key
	hash       bytea  NOT NULL,             -- SHA-256 of the key
	name       text   NOT NULL UNIQUE,
	scopes     text   NOT NULL,             -- separated by spaces
	created_at bigint NOT NULL              -- microseconds since 1970, UTC
);
