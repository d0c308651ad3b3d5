// Package asyncapi returns the AsyncAPI 3.0 document of an API, which describes its events:
//
//	text, err := asyncapi.YAML(app)
//
// See [oas.AsyncAPI] for its content, and package event for events.
package asyncapi
