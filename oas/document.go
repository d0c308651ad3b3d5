package oas

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/openapi"
)

// JSON returns the document as JSON text, indented by two spaces and with a
// newline at the end. The same API always gives the same bytes.
//
// The error lists what OpenAPI cannot express, with the position of its declaration.
func JSON(app *tenon.App, v Version, options ...Option) ([]byte, error) {
	return openapi.JSON(app, openapi.Version(v), settings(options)...)
}

// Downgrades lists where the document of a version says less than the declaration, or has
// an extension in place of a keyword, sorted. It is empty if the version can express
// everything.
//
// The errors are those of [JSON].
func Downgrades(app *tenon.App, v Version, options ...Option) ([]string, error) {
	return openapi.Downgrades(app, openapi.Version(v), settings(options)...)
}

// AsyncAPI returns an AsyncAPI 3.0.0 document of the events of an API as JSON text; package asyncapi
// has it as YAML and in a handler. Each event is a channel with its name as address, an operation
// that sends it, and a message. The payload of the message is the data of the event; its headers are
// those of CloudEvents in binary mode, as protocols with headers have them. The schemas use the
// keywords that JSON Schema draft-07 has, too, which AsyncAPI builds on.
//
// The document has no servers, although the API may declare some: the address of a channel is no
// path of them. The program configures the servers of webhooks and brokers, and a handler decides
// which events its stream has; the OpenAPI document has the route of the stream.
//
// The extensions of messages are x-key, the location of the value that orders messages, x-version,
// and x-deprecated. Options select the events and the language, as for [JSON]; those of paths have
// no effect. The same API always gives the same bytes. It is an error if no event remains.
func AsyncAPI(app *tenon.App, options ...Option) ([]byte, error) {
	return openapi.AsyncAPI(app, settings(options)...)
}

// Arazzo returns an Arazzo 1.0.1 document as JSON text: a workflow for each resource, which creates
// an entity, shows, lists, changes, replaces and deletes it, as far as the API has these operations.
// source is the URL of the API's OpenAPI document, also relative to that of this one:
//
//	text, err := oas.Arazzo(app, "openapi.json")
//
// A resource is a POST to a path that responds with an entity, and operations on the path with one
// more parameter, which is a member of the entity: the same property, its key, or one of the same name. A resource below another one begins with the
// creation of that. Requests have the first declared example, or one made from the rules, as
// [RequestExamples] makes them; a request for which there is none ends the workflow. Credentials are inputs, by
// the names of the security schemes.
//
// The workflows need operation IDs. Programs execute them as tests, such as Redocly's respect. The
// same API always gives the same bytes. Options select operations, as for [JSON].
func Arazzo(app *tenon.App, source string, options ...Option) ([]byte, error) {
	return openapi.Arazzo(app, source, settings(options)...)
}
