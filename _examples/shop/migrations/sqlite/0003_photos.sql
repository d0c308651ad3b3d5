CREATE TABLE photos (
	product_id TEXT    NOT NULL PRIMARY KEY COLLATE NOCASE REFERENCES products (id) ON DELETE CASCADE,
	media_type TEXT    NOT NULL,
	etag       TEXT    NOT NULL,
	content    BLOB    NOT NULL,
	changed_at INTEGER NOT NULL -- microseconds since 1970, UTC
) STRICT;
