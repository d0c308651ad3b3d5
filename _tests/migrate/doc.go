// Package migrate has the code of the pages on migration: the same API with huma, with
// handlers written by hand, and with tenon. The tests send the same requests to each:
//
//	go test -C _tests ./migrate
//
// Other tests have middleware and WebSockets of other libraries around an API.
package migrate
