package oas_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/openapi"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
)

func ExampleJSONSchema() {
	schema, err := oas.JSONSchema(prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique())
	fmt.Printf("%s%v", schema, err)
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "type": "array",
	//   "items": {
	//     "type": "string",
	//     "maxLength": 20
	//   },
	//   "maxItems": 10,
	//   "uniqueItems": true
	// }
	// <nil>
}

func ExampleBodySchema() {
	books := collection.New("Book", prop.UUID("id").ReadOnly(), prop.String("title").MinLen(1))
	schema, err := oas.BodySchema(books.Create())
	fmt.Printf("%s%v", schema, err)
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "$ref": "#/$defs/BookCreate",
	//   "$defs": {
	//     "BookCreate": {
	//       "type": "object",
	//       "properties": {
	//         "title": {
	//           "type": "string",
	//           "minLength": 1
	//         }
	//       },
	//       "required": [
	//         "title"
	//       ],
	//       "additionalProperties": false
	//     }
	//   }
	// }
	// <nil>
}

type treeNode struct{ Children []treeNode }

func treeNodes() *collection.Collection[treeNode] {
	return collection.Of("Node", func(n *treeNode) collection.Fields {
		return collection.Fields{prop.Array(prop.Lazy("children", treeNodes)).At(&n.Children)}
	})
}

// All that a schema refers to is in it, also where a collection contains itself; the same
// declaration gives the same bytes.
func TestSchemasStandByThemselves(t *testing.T) {
	nested := collection.New("Outer", treeNodes().Object().Optional(), prop.Nullable(treeNodes().Object().As("other")))
	for name, body := range map[string]oas.Body{
		"create": nested.Create(), "update": nested.Update(), "list": collection.Many(nested.List()), "lazy": treeNodes().View(),
	} {
		text, err := oas.BodySchema(body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkReferences(t, name, text)
		if again, _ := oas.BodySchema(body); !bytes.Equal(text, again) {
			t.Errorf("%s: the second schema differs", name)
		}
	}
}

// Every property of the API that has everything has a schema.
func TestEveryPropertyHasASchema(t *testing.T) {
	count := 0
	for _, op := range probe.Tree(everything.API().Locales(l10n.Builtin()).MustBuild()).Operations {
		for _, in := range op.Inputs {
			text, err := openapi.SchemaOfNode(in.Prop)
			if err != nil {
				t.Errorf("%s: %v", in.Prop.Name, err)
				continue
			}
			checkReferences(t, in.Prop.Name, text)
			count++
		}
		if b := op.Body; b != nil && b.Prop != nil {
			text, err := openapi.SchemaOfNode(b.Prop)
			if err != nil {
				t.Errorf("%s: %v", b.Prop.Name, err)
				continue
			}
			checkReferences(t, b.Prop.Name, text)
			count++
		}
	}
	if count < 20 {
		t.Errorf("looked at %d properties only", count)
	}
}

func checkReferences(t *testing.T, name string, text []byte) {
	t.Helper()
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	defs, _ := root["$defs"].(map[string]any)
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				def, ok := strings.CutPrefix(ref, "#/$defs/")
				if _, found := defs[def]; !ok || !found {
					t.Errorf("%s refers to %s, which it does not have", name, ref)
				}
			}
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(root)
}

func TestSchemasOfFaultyDeclarations(t *testing.T) {
	if _, err := oas.JSONSchema(prop.Int("n").Min(2).Max(1)); err == nil || !strings.Contains(err.Error(), "Max(1) is below Min(2)") {
		t.Errorf("the error is %v", err)
	}
	for name, b := range map[string]oas.Body{"no content": collection.NoContent(), "no body": &collection.Body[int]{}} {
		if _, err := oas.BodySchema(b); err == nil {
			t.Errorf("%s has a schema", name)
		}
	}
}
