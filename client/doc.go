// Package client calls routes of an API, wherever it is served:
//
//	c := client.New("https://api.example.com/v1")
//	product, err := show.Call(ctx, c, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//
// The routes are those that the server declares, before Handle, so that they may stand in a
// package that server and clients share. A call validates its inputs before it sends
// anything, and returns problems as errors:
//
//	if errors.Is(err, OutOfStock) { … }
//
// [Local] calls a handler in the same process, for tests.
//
// # Errors
//
// Inputs with violations are [prop.Violations], the ones that the server would respond with.
// A problem of the server is a [*ProblemError], any response that the route does not
// declare an [*UnexpectedResponseError]. [ErrNotModified] stands for 304. Other errors are
// those of the transport. A response may violate bounds, patterns and other rules of values, which a
// later version of the API may have loosened.
//
// How to use it, task by task: https://github.com/tenon-go/tenon/blob/main/doc/clients.md
//
// [prop.Violations]: https://pkg.go.dev/github.com/tenon-go/tenon/prop#Violations
package client
