// Package access tests who may call an operation: security requirements, scopes and policies mean the
// same in every order of declaration, credentials that are malformed or invalid are rejected
// beside valid ones, identities expire, and no credential reaches a response or the log.
package access
