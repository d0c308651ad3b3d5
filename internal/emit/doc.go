// Package emit is what package event shares with the packages that serve requests: the scope of a
// request, which has the events that its route declares, and what a reader of a message must not see.
package emit
