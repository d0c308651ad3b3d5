// Package reference holds one task, solved in three ways, to count the lines that it takes.
package reference
