// Package event declares the events of an API as values. Routes declare which events they emit,
// documents describe them, and an outbox delivers them at least once.
package event
