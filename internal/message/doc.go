// Package message holds the English texts of the violations that the library
// itself finds:
//
//	message.English("min", []ir.Param{{Name: "min", JSON: "1"}}) // must be at least 1
//
// A text is a template in which {name} stands for the argument of that name.
// Texts name the rule and never the value that broke it.
package message
