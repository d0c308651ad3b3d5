// Package cloudevents represents messages as CloudEvents 1.0 (https://cloudevents.io), in the JSON
// format (structured mode) and in HTTP headers (binary mode), and reads both:
//
//	body, err := cloudevents.Structured("https://shop.example.com", m)
//	// Content-Type: application/cloudevents+json
//
//	err := cloudevents.Binary("https://shop.example.com", m, header)
//	// the body is m.Data
//
// The attributes of a message are
//
//	id               ID
//	source           the URI reference of the API, which the caller chooses
//	type             Type
//	time             Time
//	datacontenttype  application/json
//	subject          Key; absent without one
//	dataversion      Version; absent without one. It is an extension of this package
//	sequence         Sequence with 19 digits; absent if it is 0. It is a documented extension, whose
//	                 values are sorted as texts
//
// Audiences are not sent: a publisher compares them before.
package cloudevents
