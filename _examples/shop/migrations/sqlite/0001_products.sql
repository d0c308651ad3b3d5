CREATE TABLE products (
	id         TEXT    NOT NULL PRIMARY KEY COLLATE NOCASE, -- UUIDs are equal in any case
	sku        TEXT    NOT NULL UNIQUE,
	name       TEXT    NOT NULL,
	price      INTEGER NOT NULL,                            -- cents
	status     TEXT    NOT NULL,
	details    TEXT    NOT NULL CHECK (json_valid(details)),
	note       TEXT,
	discount   INTEGER,                                     -- per cent
	created_at INTEGER NOT NULL,                            -- microseconds since 1970, UTC
	updated_at INTEGER NOT NULL
) STRICT;
