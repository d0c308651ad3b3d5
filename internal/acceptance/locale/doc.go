// Package locale tests that problems are written in the language that the client prefers.
package locale
