package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/render"
)

// The articles as a viewer sees them; the viewer 0 is anonymous.
const (
	articlesOf = `articles JOIN users ON users.id = articles.author
		CROSS JOIN (SELECT id FROM users UNION ALL SELECT 0) viewer`
	articleColumns = `articles.id, slug, title, description, body, created_at, updated_at,
		COALESCE((SELECT string_agg(tag, '
') FROM tags WHERE article = articles.id), ''),
		EXISTS (SELECT 1 FROM favorites WHERE article = articles.id AND reader = viewer.id),
		(SELECT count(*) FROM favorites WHERE article = articles.id),
		username, bio, image,
		EXISTS (SELECT 1 FROM follows WHERE follower = viewer.id AND followed = users.id)`
)

func scanArticle(row scanner) (a Article, err error) {
	var (
		created, updated int64
		tags             string
	)
	err = row.Scan(&a.ID, &a.Slug, &a.Title, &a.Description, &a.Body, &created, &updated, &tags,
		&a.Favorited, &a.Favorites, &a.Author.Username, &a.Author.Bio, &a.Author.Image, &a.Author.Following)
	a.Created, a.Updated = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	a.Tags = strings.FieldsFunc(tags, func(r rune) bool { return r == '\n' })
	slices.Sort(a.Tags)
	return a, err
}

var articleTable = sqlpage.From(articlesOf,
	sqlpage.Column(createdAt, "created_at").Stored(func(t time.Time) any { return t.UnixMilli() }),
	sqlpage.Column(slug, "slug"),
	sqlpage.Condition(byTag, func(tag string) sqlpage.Expr {
		return sqlpage.SQL(`EXISTS (SELECT 1 FROM tags WHERE article = articles.id AND tag = ?)`, tag)
	}),
	sqlpage.Condition(byAuthor, func(name string) sqlpage.Expr {
		return sqlpage.SQL(`lower(username) = lower(?)`, name)
	}),
	sqlpage.Condition(byFavorited, func(name string) sqlpage.Expr {
		return sqlpage.SQL(`EXISTS (SELECT 1 FROM favorites JOIN users ON users.id = reader
			WHERE article = articles.id AND lower(username) = lower(?))`, name)
	}),
)

// Articles returns a page of all articles.
func (s *Store) Articles(ctx context.Context, viewer int64, q paginate.Query) (paginate.Result[Article], error) {
	table := articleTable.Where("viewer.id = ?", viewer)
	return sqlpage.List(ctx, s.db, s.page, table, articleColumns, q, scanArticle)
}

// Feed returns a page of the articles of authors that the viewer follows.
func (s *Store) Feed(ctx context.Context, viewer int64, q paginate.Query) (paginate.Result[Article], error) {
	table := articleTable.Where("viewer.id = ?", viewer).
		Where("EXISTS (SELECT 1 FROM follows WHERE follower = viewer.id AND followed = users.id)")
	return sqlpage.List(ctx, s.db, s.page, table, articleColumns, q, scanArticle)
}

// Article returns the article with the slug. It fails with NoSuchArticle.
func (s *Store) Article(ctx context.Context, viewer int64, slug string) (Article, error) {
	return article(ctx, s.db, viewer, slug)
}

func article(ctx context.Context, db sqlpage.Querier, viewer int64, slug string) (Article, error) {
	a, err := scanArticle(db.QueryRowContext(ctx, `SELECT `+articleColumns+` FROM `+articlesOf+`
		WHERE viewer.id = $1 AND slug = $2`, viewer, slug))
	return a, without(err, NoSuchArticle)
}

// CreateArticle stores an article under a new slug.
func (s *Store) CreateArticle(ctx context.Context, author int64, a Article) (created Article, err error) {
	err = s.withNewSlug(ctx, func(tx *sql.Tx, suffix string) error {
		slug := slugOf(a.Title) + suffix
		var id int64
		err := tx.QueryRowContext(ctx, `INSERT INTO articles (slug, author, title, description, body, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id`, slug, author, a.Title, a.Description, a.Body, now()).Scan(&id)
		for _, tag := range a.Tags {
			if err == nil {
				_, err = tx.ExecContext(ctx, `INSERT INTO tags (article, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, tag)
			}
		}
		if err == nil {
			created, err = article(ctx, tx, author, slug)
		}
		return err
	})
	return created, err
}

// UpdateArticle changes an article, and its slug with the title. It fails with NoSuchArticle,
// render.Forbidden or the error of change.
func (s *Store) UpdateArticle(ctx context.Context, author int64, slug string, change func(*Article) error) (a Article, err error) {
	err = s.withNewSlug(ctx, func(tx *sql.Tx, suffix string) error {
		if a, err = own(ctx, tx, author, slug); err != nil {
			return err
		}
		title, newSlug := a.Title, slug
		if err := change(&a); err != nil {
			return err
		}
		if a.Title != title {
			newSlug = slugOf(a.Title) + suffix
		}
		_, err := tx.ExecContext(ctx, `UPDATE articles SET slug = $2, title = $3, description = $4, body = $5 WHERE id = $1`,
			a.ID, newSlug, a.Title, a.Description, a.Body)
		if err == nil {
			a, err = article(ctx, tx, author, newSlug)
		}
		return err
	})
	return a, err
}

// DeleteArticle deletes an article. It fails with NoSuchArticle or render.Forbidden.
func (s *Store) DeleteArticle(ctx context.Context, author int64, slug string) error {
	return s.transact(ctx, func(tx *sql.Tx) error {
		a, err := own(ctx, tx, author, slug)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM articles WHERE id = $1`, a.ID)
		}
		return err
	})
}

// own returns an article that its author is about to change, and locks it. It fails with
// NoSuchArticle, or render.Forbidden for other users.
func own(ctx context.Context, tx *sql.Tx, user int64, slug string) (Article, error) {
	owned, err := tx.ExecContext(ctx, `UPDATE articles SET updated_at = $3 WHERE slug = $1 AND author = $2`, slug, user, now())
	if err != nil {
		return Article{}, err
	}
	a, err := article(ctx, tx, user, slug)
	if n, _ := owned.RowsAffected(); n == 0 && err == nil {
		err = render.Forbidden
	}
	return a, err
}

// Favorite makes an article a favorite of a reader. It fails with NoSuchArticle.
func (s *Store) Favorite(ctx context.Context, reader int64, slug string) (Article, error) {
	return s.favor(ctx, reader, slug, `INSERT INTO favorites (article, reader)
		SELECT id, $1 FROM articles WHERE slug = $2 ON CONFLICT DO NOTHING`)
}

// Unfavorite ends that. It fails with NoSuchArticle.
func (s *Store) Unfavorite(ctx context.Context, reader int64, slug string) (Article, error) {
	return s.favor(ctx, reader, slug, `DELETE FROM favorites
		WHERE reader = $1 AND article = (SELECT id FROM articles WHERE slug = $2)`)
}

func (s *Store) favor(ctx context.Context, reader int64, slug, statement string) (Article, error) {
	if _, err := s.db.ExecContext(ctx, statement, reader, slug); err != nil {
		return Article{}, err
	}
	return s.Article(ctx, reader, slug)
}

// Tags returns the most popular tags.
func (s *Store) Tags(ctx context.Context) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT tag FROM tags GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 100`)
	return all(rows, err, func(row scanner) (tag string, err error) { return tag, row.Scan(&tag) })
}

// withNewSlug runs f in a transaction, and again with another suffix as long as its slug is that
// of another article.
func (s *Store) withNewSlug(ctx context.Context, f func(tx *sql.Tx, suffix string) error) (err error) {
	suffix := ""
	for range 5 {
		if err = s.transact(ctx, func(tx *sql.Tx) error { return f(tx, suffix) }); !taken(err) {
			break
		}
		suffix = "-" + strings.ToLower(rand.Text()[:8])
	}
	return err
}

// slugOf returns the words of a title in lower case, with hyphens between them.
func slugOf(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	switch slug := strings.Join(words, "-"); slug {
	case "", "feed": // /articles/feed is another path
		return "the-" + cmp.Or(slug, "article")
	default:
		return slug
	}
}
