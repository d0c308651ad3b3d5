// Package schema declares the entities of ent.
package schema
