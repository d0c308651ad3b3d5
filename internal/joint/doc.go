// Package joint has transactions that a request begins and that functions of its handler join,
// one after another, and the client whose space in a store a request takes.
package joint
