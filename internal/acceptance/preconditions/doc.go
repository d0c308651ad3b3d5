// Package preconditions tests conditional requests (RFC 9110 §13): reads and changes of versioned
// entities, and handlers that have to evaluate preconditions.
package preconditions
