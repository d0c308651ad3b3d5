package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/authn"
)

// An API key is keyMark followed by 52 random characters. The database stores its first
// characters, to find it, and the SHA-256 of the key, which has too much entropy to need
// a slow hash.
const (
	keyMark   = "shop_" // lets scanners find leaked keys
	keyPublic = len(keyMark) + 12
)

// MakeKey creates an API key with a unique name for a program. The key cannot be shown
// again.
func (s *Store) MakeKey(ctx context.Context, name string, scopes []string) (authn.Secret, error) {
	secret := authn.NewSecret(keyMark + rand.Text() + rand.Text())
	hash := secret.Hash()
	_, err := s.db.ExecContext(ctx, `INSERT INTO api_keys (prefix, hash, name, scopes, created_at) VALUES ($1, $2, $3, $4, $5)`,
		[]byte(secret.Prefix(keyPublic)), hash[:], name, strings.Join(scopes, " "), micros(now()))
	if taken(err) {
		err = fmt.Errorf("there is a key named %q", name)
	}
	return secret, err
}

// RevokeKey revokes the key with the name immediately.
func (s *Store) RevokeKey(ctx context.Context, name string) error {
	res, err := s.db.ExecContext(ctx, `DELETE FROM api_keys WHERE name = $1`, name)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = fmt.Errorf("there is no key named %q", name)
	}
	return err
}

// Identify returns the identity of an API key.
func (s *Store) Identify(ctx context.Context, secret authn.Secret) (authn.Identity, error) {
	var (
		name, scopes string
		hash         []byte
		sum          [32]byte
	)
	if s.db == nil { // a mock has no keys
		return authn.Identity{}, authn.Invalid("The key is not known.")
	}
	err := s.db.QueryRowContext(ctx, `SELECT name, scopes, hash FROM api_keys WHERE prefix = $1`, []byte(secret.Prefix(keyPublic))).
		Scan(&name, &scopes, &hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return authn.Identity{}, authn.Unavailable(time.Second, err)
	}
	copy(sum[:], hash) // zero without a row, which matches no key
	if !secret.Matches(sum) {
		return authn.Identity{}, authn.Invalid("The key is not known.")
	}
	return authn.New(name).Scopes(strings.Fields(scopes)...), nil
}

// manageKeys is the program "shop key".
func manageKeys(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("shop key", flag.ContinueOnError)
	database := databaseFlag(flags)
	name := flags.String("name", "", "`name` of the program that the key is for")
	list := flags.String("scopes", "", "what the key allows: `scopes`, of "+strings.Join(allScopes, " "))
	revoke := flags.Bool("revoke", false, "take the key away, in place of making it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *name == "" || flags.NArg() > 0 {
		return errors.New(`shop key -name … -scopes "…", or shop key -name … -revoke`)
	}
	allowed := strings.Fields(*list)
	for _, scope := range allowed {
		if !slices.Contains(allScopes, scope) {
			return fmt.Errorf("there is no scope %q", scope)
		}
	}
	store, err := OpenStore(ctx, *database)
	if err != nil {
		return err
	}
	defer store.Close()
	if *revoke {
		return store.RevokeKey(ctx, *name)
	}
	secret, err := store.MakeKey(ctx, *name, allowed)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, secret.Reveal())
	return err
}
