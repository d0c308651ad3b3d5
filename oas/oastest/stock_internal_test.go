package oastest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/values"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// byFormat has a property of each format for which there are texts.
var byFormat = map[string]prop.Prop{
	"uuid": prop.UUID("v"), "email": prop.Email("v"), "uri": prop.URI("v"), "uri-reference": prop.URIReference("v"),
	"hostname": prop.Hostname("v"), "time": prop.Time("v"), "date": prop.Date("v"), "date-time": prop.DateTime("v"),
	"duration": prop.Duration("v"), "ipv4": prop.IPv4("v"), "ipv6": prop.IPv6("v"), "ip": prop.IP("v"), "cidr": prop.IPPrefix("v"),
	"decimal": prop.Decimal("v"),
}

// beyondSchemas has texts that no format and no pattern rejects: they exceed the range of the
// Go type, or validators accept them although the RFC does not.
var beyondSchemas = map[string][]string{
	"date-time":     {"0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"},
	"duration":      {"P106752D", "PT9223372037S", "P99999999999999999999W", "PT2562047H47M16.854775808S"},
	"email":         {"@b"},
	"hostname":      {"1.2.3.4", "a."},
	"uri":           {"http://é/"},
	"uri-reference": {" ", "a b", "é"},
}

// A client that knows the formats of JSON Schema and x-pattern rejects what the server rejects.
func TestSchemasOfFormatsAreNoWiderThanTheServer(t *testing.T) {
	for format, texts := range values.Rejected() {
		p := byFormat[format]
		if p == nil {
			t.Errorf("%s: there is no property", format)
			continue
		}
		schema := stockSchema(t, p)
		wide := map[string]bool{}
		for _, s := range beyondSchemas[format] {
			wide[s] = true
		}
		for _, s := range texts {
			if err := schema.Validate(s); (err == nil) != wide[s] {
				t.Errorf("%s: %q: the schema says %v", format, s, err)
			}
		}
		for _, s := range values.Accepted(format) {
			if err := schema.Validate(s); err != nil {
				t.Errorf("%s: %q is rejected: %v", format, s, err)
			}
		}
	}
}

// stockSchema compiles the documented schema of p with formats as the validator
// has them.
func stockSchema(t *testing.T, p prop.Prop) *jsonschema.Schema {
	t.Helper()
	c := collection.New("Echo", p)
	app := tenon.New("Echo", "1").Add(route.Post("/", c.Create(), collection.NoContent()).
		Handle(func(*route.Call, collection.Record) (collection.Empty, error) { return collection.Empty{}, nil })).MustBuild()
	text, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	assertPatterns(doc)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(documentURL, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(documentURL + "#/components/schemas/EchoCreate/properties/v")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
