// Package ent is the client of ent for package books. But for this file and those in schema, ent
// generates it and the packages below.
package ent

//go:generate go run entgo.io/ent/cmd/ent@v0.14.5 generate --feature sql/lock ./schema
