// Package octets looks at eight bytes at a time, as the parts of one word, in
// memory order: the first byte is the lowest.
//
//	ascii := octets.Eight(s)&octets.Highs == 0
package octets
