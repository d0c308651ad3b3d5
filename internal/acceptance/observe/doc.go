// Package observe tests what observers, the log and request IDs tell of an exchange.
package observe
