package main

import "context"

// Profile returns the profile of a user for a viewer. It fails with NoSuchUser.
func (s *Store) Profile(ctx context.Context, viewer int64, username string) (p Profile, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT username, bio, image,
			EXISTS (SELECT 1 FROM follows WHERE follower = $1 AND followed = users.id)
		FROM users WHERE lower(username) = lower($2)`, viewer, username).
		Scan(&p.Username, &p.Bio, &p.Image, &p.Following)
	return p, without(err, NoSuchUser)
}

// Follow lets a viewer follow a user. It fails with NoSuchUser.
func (s *Store) Follow(ctx context.Context, viewer int64, username string) (Profile, error) {
	return s.following(ctx, viewer, username, `INSERT INTO follows (follower, followed)
		SELECT $1, id FROM users WHERE lower(username) = lower($2) ON CONFLICT DO NOTHING`)
}

// Unfollow ends that. It fails with NoSuchUser.
func (s *Store) Unfollow(ctx context.Context, viewer int64, username string) (Profile, error) {
	return s.following(ctx, viewer, username, `DELETE FROM follows
		WHERE follower = $1 AND followed = (SELECT id FROM users WHERE lower(username) = lower($2))`)
}

func (s *Store) following(ctx context.Context, viewer int64, username, statement string) (Profile, error) {
	if _, err := s.db.ExecContext(ctx, statement, viewer, username); err != nil {
		return Profile{}, err
	}
	return s.Profile(ctx, viewer, username)
}
