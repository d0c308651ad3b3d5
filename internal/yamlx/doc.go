// Package yamlx prints JSON as YAML.
//
//	text, err := yamlx.Append(nil, []byte(`{"version":"1.0","tags":["a","b"]}`))
//
// gives
//
//	version: "1.0"
//	tags:
//	  - a
//	  - b
//
// # Specifications
//
// The text is YAML 1.2.2 with the values of the core schema (§10.3). Readers of YAML 1.1 read
// the same values: what they take for a boolean, a number or a date is in quotes, and
// numbers with an exponent have the dot and the sign that they need.
package yamlx
