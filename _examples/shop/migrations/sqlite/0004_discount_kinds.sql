-- A discount was per cent only. Now there are kinds of it, which lie in details.
UPDATE products SET details = json_set(details, '$.discount', json_object('kind', 'percent', 'percent', discount))
	WHERE discount IS NOT NULL;
ALTER TABLE products DROP COLUMN discount;
