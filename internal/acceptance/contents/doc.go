// Package contents tests the bodies of requests and responses: those that may be absent, those of
// methods that usually have none, and those in one of several formats. All of it is tests.
package contents
