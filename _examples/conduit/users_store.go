package main

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"golang.org/x/crypto/bcrypt"

	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

const userColumns = `id, email, username, bio, image`

func scanUser(row scanner, more ...any) (u User, err error) {
	return u, row.Scan(append([]any{&u.ID, &u.Email, &u.Username, &u.Bio, &u.Image}, more...)...)
}

// HasUser reports whether there is a user with the ID.
func (s *Store) HasUser(ctx context.Context, id int64) (found bool, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE id = $1)`, id).Scan(&found)
	return found, err
}

// User returns the user with the ID.
func (s *Store) User(ctx context.Context, id int64) (User, error) {
	return scanUser(s.db.QueryRowContext(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1`, id))
}

// CreateUser stores a new user. It fails with a violation if the email address or the username
// is taken.
func (s *Store) CreateUser(ctx context.Context, u User) (User, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(u.Password), bcrypt.DefaultCost)
	if err != nil {
		return u, err
	}
	u, err = scanUser(s.db.QueryRowContext(ctx, `INSERT INTO users (email, username, password, bio, image)
		VALUES ($1, $2, $3, '', '') RETURNING `+userColumns, u.Email, u.Username, string(hash)))
	return u, explain(err)
}

// noPassword is compared with the password of a login that names no user, so that the time of
// the response does not tell it.
var noPassword, _ = bcrypt.GenerateFromPassword(nil, bcrypt.DefaultCost)

// Login returns the user with an email address and a password. It fails with WrongPassword.
func (s *Store) Login(ctx context.Context, email, password string) (User, error) {
	hash := noPassword
	u, err := scanUser(s.db.QueryRowContext(ctx, `SELECT `+userColumns+`, password FROM users
		WHERE lower(email) = lower($1)`, email), &hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return u, err
	}
	if wrong := bcrypt.CompareHashAndPassword(hash, []byte(password)); wrong != nil || err != nil {
		return User{}, WrongPassword
	}
	return u, nil
}

// UpdateUser changes a user. It fails with the errors of CreateUser and of change.
func (s *Store) UpdateUser(ctx context.Context, id int64, change func(*User) error) (u User, err error) {
	err = s.transact(ctx, func(tx *sql.Tx) error {
		// UPDATE locks the row until the transaction ends.
		u, err = scanUser(tx.QueryRowContext(ctx, `UPDATE users SET bio = bio WHERE id = $1 RETURNING `+userColumns, id))
		if err == nil {
			err = change(&u)
		}
		if err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE users SET email = $2, username = $3, bio = $4, image = $5 WHERE id = $1`,
			id, u.Email, u.Username, u.Bio, u.Image)
		if err != nil || u.Password == "" {
			return explain(err)
		}
		hash, err := bcrypt.GenerateFromPassword([]byte(u.Password), bcrypt.DefaultCost)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE users SET password = $2 WHERE id = $1`, id, string(hash))
		}
		return err
	})
	return u, err
}

// explain returns a violation in place of the error of a unique index.
func explain(err error) error {
	for _, member := range []string{"email", "username"} {
		if taken(err) && strings.Contains(err.Error(), "users_"+member) { // the name of the index
			return render.Invalid(prop.Violations{{Code: "taken", Detail: "has already been taken", Pointer: "#/user/" + member}})
		}
	}
	return err
}
