// Package fakedb has a small database in memory for tests, with transactions and savepoints, that
// fails at any statement.
package fakedb
