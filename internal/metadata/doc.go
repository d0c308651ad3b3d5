// Package metadata holds what the options of package meta are, and applies them to the
// declarations that take them in their method Docs.
package metadata
