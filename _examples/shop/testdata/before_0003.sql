-- Makes a new database one of two migrations, with products of that time.
DROP TABLE photos;
DELETE FROM schema_version WHERE version > 2;
ALTER TABLE products ADD COLUMN discount INTEGER;
INSERT INTO products (id, sku, name, price, status, details, discount, created_at, updated_at) VALUES
	('00000000-0000-4000-8000-000000000001', 'OLD-0001', 'A', 1, 'draft',
		'{"tags":["office"],"size":{"width":1,"height":1,"depth":1},"variants":[]}', 15, 0, 0),
	('00000000-0000-4000-8000-000000000002', 'OLD-0002', 'B', 1, 'draft',
		'{"tags":["office"],"size":{"width":1,"height":1,"depth":1},"variants":[]}', NULL, 0, 0);
