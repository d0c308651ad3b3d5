// Reach measures how many of the operations of other publishers can be declared with the library:
//
//	go run ./reach -corpus ~/openapi              # everything
//	go run ./reach -corpus ~/openapi -sample 300  # some operations
//	go run ./reach -corpus ~/openapi -only "GET /users/{id}"
//	go run ./reach -corpus ~/openapi -examples 99 # and the published examples
//
// The corpus is a folder with a folder of OpenAPI documents (3.0 and 3.1, JSON) for each publisher.
// Each operation becomes an API with one route, made at run time of records and builders, once
// without its problems and once with them. Build checks it, package oas writes its document in the
// version of the original, and the program compares the two structurally. Whatever differs, or
// cannot be declared, is a reason; the report counts reasons by the operations that have them.
//
// # What is the same
//
// Both documents are read into a canonical form (schema.go). It has one form for:
//
//   - a $ref and what it refers to, and every order of members, cases and parameters: no client
//     depends on them;
//   - titles, descriptions, examples and extensions: texts for people. The title is one because
//     it has no rules;
//   - null in all its forms: nullable, a list of types, a case of null, a nullable case. Nullable
//     beside oneOf, anyOf or allOf, or with an enum that lacks null, admits null too: publishers mean
//     it, although 3.0.4 excludes null there;
//   - an allOf and the schema that has all of its keywords; one case of oneOf and the case; what is
//     beside oneOf or anyOf, and the same within each case;
//   - an anyOf whose cases no value has in common, because of their types or of a required member
//     with other constants, and the same oneOf;
//   - a const and an enum of one value; a schema whose type follows from its properties, items or
//     values, and the same with a type;
//   - rules that say nothing: a minimum of 0 characters, a rule of another type, lengths that all
//     values of an enum have, the bounds of a format such as int32, and those of 64 bits that a double
//     rounds;
//   - a union within a union of the same keyword, and its cases in their place; a union beside another
//     one, and the cases that are of both; a schema of several types, and a union of them;
//   - in a response, a oneOf and an anyOf whose cases have values in common: the server sends a value of
//     one case, whatever else it matches. In a request, the same where every value of a case is one of
//     another case, for no value would be valid otherwise;
//   - the member that a discriminator names as any string, and its values for the case: those of the
//     mapping, or the name of the schema. A discriminator that not every object has says nothing;
//   - a required member without a schema and one with an empty schema; a closed object without
//     members and one with at most 0;
//   - format byte of 3.0 and contentEncoding base64 of 3.1;
//   - the schema of a read-only member in requests: clients must not send it. Required read-only
//     members of requests, and write-only members of responses, do not count (OpenAPI says so);
//   - readOnly, writeOnly, deprecated and default of schemas that are neither members nor
//     parameters: they mean nothing there;
//   - the default of a member that requests must have, or must not have: it never applies; a default
//     in quotes, "false", of a boolean, and the boolean; a default that violates its schema, which
//     OpenAPI forbids, and none;
//   - null of a parameter, a header or a member of a form that is no JSON: no text is null;
//   - a pattern with the flag (?i), and the same with both cases of each letter: ECMA-262 has no
//     such flag, but many validators know it;
//   - a pattern that only ECMA-262 has, and one that a function matches;
//   - style and explode of parameters with one value; header names in any case;
//   - an optional form without members and no body: there is nothing to send;
//   - the style of a member of a form that is neither a list nor an object;
//   - strings and bytes of media types that are neither JSON nor forms: text to nobody but the
//     application. Other schemas of such types are declared with a codec of the application;
//   - content of a response to HEAD and of the statuses 204, 205 and 304, which HTTP does not have, and
//     none;
//   - a path with a fragment and without it, a path with a query and one with parameters of its values:
//     publishers distinguish operations by them. A parameter of the path that is not declared is a string.
//
// The document may have problems, and headers of problems, that the original lacks: those of the
// library, which a server of the original sends as well. The Location of a redirect is what
// RFC 9110 §10.2.2 says, whatever the original says of it. Everything else must be the same.
// Not compared are security requirements, servers, links, and texts. Callbacks are a reason.
//
// # Examples
//
// With -examples the program gives the examples of the documents to the trees of the operations
// that it could declare. They are those of media types (of requests, responses and problems), of
// parameters and of response headers, written there or in the root of their schema. Examples of
// members and items are parts of values, and a default must satisfy its schema anyhow, or else it
// is a reason above.
//
// A JSON Schema validator (santhosh-tekuri/jsonschema) first validates an example with the original
// schema, not with the canonical form. OpenAPI 3.0 is translated as its text says: nullable needs a
// type and adds nothing to an enum, what is beside a $ref has no meaning. Members that are read-
// only in requests, or write-only in responses, are not required. An example is
//
//   - skipped, if the operation or its problems are not declared, if it has no schema or no value
//     (externalValue), or if it cannot be written in its style: an empty list or null in a query;
//   - invalid, if the validator rejects it;
//   - misformed, if the validator rejects its formats alone. They are those of the validator, and
//     byte, int32 and int64 of OpenAPI. JSON Schema leaves it to validators whether formats are
//     rules; here they are;
//   - valid otherwise, and these are the 100 %.
//
// A valid example of a request is accepted if an HTTP request with it reaches the handler; other
// required parameters and the body are samples of the declaration. One of a response is accepted if
// the codec of the client reads it. It is kept if the codec also writes the same JSON again, apart
// from what the library documents: numbers have other digits, times are in UTC, durations in hours,
// absent members have their defaults, and members that no schema declares are dropped, as are read-
// only ones of requests and write-only ones of responses. -examples fails the program if fewer
// percent are accepted, of all examples or of those of bodies.
//
// Reasons that begin with "(program)" are limits of this program, not of the library.
package main
