CREATE TABLE orders (
	product_id TEXT    NOT NULL COLLATE NOCASE REFERENCES products (id),
	number     INTEGER NOT NULL, -- counts the orders of the product
	quantity   INTEGER NOT NULL,
	email      TEXT    NOT NULL,
	status     TEXT    NOT NULL,
	created_at INTEGER NOT NULL, -- microseconds since 1970, UTC
	PRIMARY KEY (product_id, number)
) STRICT, WITHOUT ROWID;
