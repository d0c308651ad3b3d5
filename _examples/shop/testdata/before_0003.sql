-- What the first two migrations left behind, and products of that time.
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, file TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT;
INSERT INTO schema_version VALUES (1, 'migrations/0001_products.sql', 0), (2, 'migrations/0002_product_order.sql', 0);
INSERT INTO products (id, sku, name, price, status, details, discount, created_at, updated_at) VALUES
	('00000000-0000-4000-8000-000000000001', 'OLD-0001', 'A', 1, 'draft',
		'{"tags":["office"],"size":{"width":1,"height":1,"depth":1},"variants":[]}', 15, 0, 0),
	('00000000-0000-4000-8000-000000000002', 'OLD-0002', 'B', 1, 'draft',
		'{"tags":["office"],"size":{"width":1,"height":1,"depth":1},"variants":[]}', NULL, 0, 0);
