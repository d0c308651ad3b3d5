// Package joint has transactions that a request begins and that functions of its handler join,
// one after another.
package joint
