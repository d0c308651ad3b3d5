// Package edge has the parts of what an App does for every request around its middleware:
// cross-origin requests, request IDs, what is known of a response, and the handlers for
// requests without an operation.
package edge
