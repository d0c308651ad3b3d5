-- {key} is the type of a generated key, which differs between the databases. Times are
-- milliseconds since 1970.
CREATE TABLE IF NOT EXISTS users (
	id       {key},
	email    TEXT NOT NULL,
	username TEXT NOT NULL,
	password TEXT NOT NULL, -- its bcrypt hash
	bio      TEXT NOT NULL,
	image    TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS users_email ON users (lower(email));
CREATE UNIQUE INDEX IF NOT EXISTS users_username ON users (lower(username));

CREATE TABLE IF NOT EXISTS follows (
	follower BIGINT NOT NULL REFERENCES users (id),
	followed BIGINT NOT NULL REFERENCES users (id),
	PRIMARY KEY (follower, followed)
);

CREATE TABLE IF NOT EXISTS articles (
	id          {key},
	slug        TEXT NOT NULL UNIQUE,
	author      BIGINT NOT NULL REFERENCES users (id),
	title       TEXT NOT NULL,
	description TEXT NOT NULL,
	body        TEXT NOT NULL,
	created_at  BIGINT NOT NULL,
	updated_at  BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS articles_created ON articles (created_at, slug);
CREATE INDEX IF NOT EXISTS articles_author ON articles (author, created_at);

CREATE TABLE IF NOT EXISTS tags (
	article BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	tag     TEXT NOT NULL,
	PRIMARY KEY (article, tag)
);
CREATE INDEX IF NOT EXISTS tags_tag ON tags (tag);

CREATE TABLE IF NOT EXISTS favorites (
	article BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	reader  BIGINT NOT NULL REFERENCES users (id),
	PRIMARY KEY (article, reader)
);
CREATE INDEX IF NOT EXISTS favorites_reader ON favorites (reader);

CREATE TABLE IF NOT EXISTS comments (
	id         {key},
	article    BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	author     BIGINT NOT NULL REFERENCES users (id),
	body       TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS comments_article ON comments (article);
