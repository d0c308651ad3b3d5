CREATE TABLE products (
	id         uuid   NOT NULL PRIMARY KEY,
	sku        text   NOT NULL UNIQUE,
	name       text   NOT NULL COLLATE "C", -- the order of code points, which is that of the API
	price      bigint NOT NULL,             -- cents
	status     text   NOT NULL COLLATE "C",
	details    jsonb  NOT NULL,
	note       text,
	created_at bigint NOT NULL,             -- microseconds since 1970, UTC
	updated_at bigint NOT NULL,
	revision   bigint NOT NULL
);
CREATE INDEX products_by_age ON products (created_at, id);
CREATE INDEX products_by_status ON products (status, created_at, id);
CREATE INDEX products_by_name ON products (name, created_at, id);
CREATE INDEX products_by_price ON products (price, created_at, id);
CREATE INDEX products_by_tag ON products USING gin ((details -> 'tags'));

CREATE TABLE photos (
	product_id uuid   NOT NULL PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
	media_type text   NOT NULL,
	etag       text   NOT NULL,
	content    bytea  NOT NULL,
	changed_at bigint NOT NULL
);

CREATE TABLE orders (
	product_id uuid   NOT NULL REFERENCES products (id),
	number     bigint NOT NULL, -- counts the orders of the product
	quantity   bigint NOT NULL,
	email      text   NOT NULL,
	status     text   NOT NULL COLLATE "C",
	created_at bigint NOT NULL,
	PRIMARY KEY (product_id, number)
);
