// Package edge has the parts of the handlers around the whole API: cross-origin requests,
// request IDs, what is recorded of a response, and handlers for requests without an operation.
package edge
