CREATE INDEX products_by_age ON products (created_at, id);
CREATE INDEX products_by_status ON products (status, created_at, id);
