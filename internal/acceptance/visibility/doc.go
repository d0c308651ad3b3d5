// Package visibility tests what a caller sees and changes of an entity: policies decide on
// entities, and what a caller may not see makes no difference to anything that it gets.
package visibility
