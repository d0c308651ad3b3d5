// Package decimal computes with JSON numbers as they are written, without rounding.
//
//	price, ok := decimal.Parse("0.30")
//	step, _ := decimal.Parse("0.1")
//	ok = ok && price.MultipleOf(step) // true: no binary fraction is involved
//
//	n, verdict := decimal.Int64("1e2") // 100, OK: integers are mathematical
//	n, verdict = decimal.Int64("1.5")  // 0, NotInteger
//
// # Specifications
//
// The grammar is RFC 8259 §6. What an integer and a multiple is, is JSON Schema 2020-12's
// (core §4.2.3, validation §6.2.1): by value, not by spelling.
//
// # Security
//
// Every function takes time linear in the length of the literals and independent of
// the size of their exponents: 1e400000000 costs what 1e4 costs. Numbers of up to 19
// digits need no memory.
package decimal
