// Package problems tests that every failure is the problem that the API declares, or a 500 whose
// cause is in the log alone: errors, panics, responses that violate their declaration, and
// problems that the application writes.
package problems
