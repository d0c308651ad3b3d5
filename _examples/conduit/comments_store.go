package main

import (
	"context"
	"time"

	"github.com/tenon-go/tenon/render"
)

// maxComments is the number of comments that are shown of an article: the newest ones.
const maxComments = 500

// commentsOf is what the user $1 sees of comments.
const commentsOf = `comments.id, comments.body, comments.created_at, comments.updated_at, username, bio, image,
	EXISTS (SELECT 1 FROM follows WHERE follower = $1 AND followed = users.id)
	FROM comments JOIN users ON users.id = author`

func scanComment(row scanner) (m Comment, err error) {
	var created, updated int64
	err = row.Scan(&m.ID, &m.Body, &created, &updated, &m.Author.Username, &m.Author.Bio, &m.Author.Image, &m.Author.Following)
	m.Created, m.Updated = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	return m, err
}

// Comments returns the comments of an article, the newest first. It fails with NoSuchArticle.
func (s *Store) Comments(ctx context.Context, viewer int64, slug string) ([]Comment, error) {
	article, err := s.Article(ctx, viewer, slug)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.QueryContext(ctx, `SELECT `+commentsOf+`
		WHERE article = $2 ORDER BY comments.id DESC LIMIT $3`, viewer, article.ID, maxComments)
	return all(rows, err, scanComment)
}

// CreateComment stores a comment. It fails with NoSuchArticle.
func (s *Store) CreateComment(ctx context.Context, author int64, slug, body string) (Comment, error) {
	var id int64
	err := s.db.QueryRowContext(ctx, `INSERT INTO comments (article, author, body, created_at, updated_at)
		SELECT id, $2, $3, $4, $4 FROM articles WHERE slug = $1 RETURNING id`, slug, author, body, now()).Scan(&id)
	if err != nil {
		return Comment{}, without(err, NoSuchArticle)
	}
	return scanComment(s.db.QueryRowContext(ctx, `SELECT `+commentsOf+` WHERE comments.id = $2`, author, id))
}

// DeleteComment deletes a comment. It fails with NoSuchComment, or render.Forbidden for users
// other than its author.
func (s *Store) DeleteComment(ctx context.Context, user int64, slug string, id int64) error {
	var author int64
	err := s.db.QueryRowContext(ctx, `SELECT comments.author FROM comments JOIN articles ON articles.id = article
		WHERE slug = $1 AND comments.id = $2`, slug, id).Scan(&author)
	switch {
	case err != nil:
		return without(err, NoSuchComment)
	case author != user:
		return render.Forbidden
	}
	_, err = s.db.ExecContext(ctx, `DELETE FROM comments WHERE id = $1`, id)
	return err
}
