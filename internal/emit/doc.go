// Package emit holds what package event shares with the packages that serve requests: the
// declaration behind an event, and the scope of a request, which has the events that its route
// declares.
package emit
