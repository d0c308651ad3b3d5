package main

import "github.com/tenon-go/tenon/authn"

const writeBooks = "books:write"

// keys identifies callers by their key. A real library has the hashes of keys in a table.
var keys = authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{
	authn.NewSecret("secret-of-ann").Hash(): authn.New("ann").Scopes(writeBooks),
	authn.NewSecret("secret-of-bob").Hash(): authn.New("bob"),
}))
