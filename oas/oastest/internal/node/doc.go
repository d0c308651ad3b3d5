// Package node reads parsed documents, whose values are maps, lists, strings, numbers, booleans and nil.
package node
