// Package serve tests the server over real connections: shutdown, time-outs, health checks, clients
// that are slow or drop the connection, and that none of them leaves a goroutine or memory.
package serve
