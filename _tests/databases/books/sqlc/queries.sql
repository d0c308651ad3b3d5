-- name: AddBook :one
INSERT INTO books (title, pages) VALUES ($1, $2) RETURNING *;

-- name: Book :one
SELECT * FROM books WHERE id = $1;

-- name: LockBook :one
SELECT * FROM books WHERE id = $1 FOR UPDATE;

-- name: ChangeBook :exec
UPDATE books SET title = $2, pages = $3, revision = $4 WHERE id = $1;

-- name: RemoveBook :exec
DELETE FROM books WHERE id = $1;
