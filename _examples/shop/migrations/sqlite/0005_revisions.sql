-- A revision counts the changes of a product; with it a client says which one it
-- changes. The indexes are for lists by name and by price.
ALTER TABLE products ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
CREATE INDEX products_by_name ON products (name, created_at, id);
CREATE INDEX products_by_price ON products (price, created_at, id);
