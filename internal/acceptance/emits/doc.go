// Package emits tests the events that routes declare: their faults, what handlers may emit, and
// their place in documents.
package emits
