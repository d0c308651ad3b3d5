package collection_test

import (
	"slices"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// The shapes of the documents of RFC 7396. A collection is an object whose members have
// declared types, so that each row needs the shape that fits it.
var (
	shapeB = prop.String("b").Optional()
	shapeC = prop.String("c").Optional()

	lettersShape = collection.New("Letters", prop.String("a").Optional(), shapeB, shapeC)
	looseShape   = collection.New("Loose", prop.Any("a").Optional())
	nestedShape  = collection.New("Nested",
		prop.Object(collection.New("Inner", shapeB, shapeC)).As("a").Optional())
	listedShape = collection.New("Listed",
		prop.Array(prop.Object(collection.New("Item", shapeB))).As("a").Optional())
	nullShape = collection.New("Null", prop.Nullable(prop.Int("e")), prop.Int("a").Optional())
	deepShape = collection.New("Deep", prop.Object(collection.New("Outer",
		prop.Object(collection.New("Innermost", prop.String("ccc").Optional())).As("bb").Optional(),
	)).As("a").Optional())
)

// appendixA is the table of RFC 7396, appendix A. If refused is not empty, the declaration
// rejects the patch with this violation: the RFC lets a patch turn a document into anything,
// but a declared entity keeps its type. If unheld is not empty, no entity equals the original,
// for this reason; the patch is then applied to an empty entity, because §2 treats an original
// that is no object as empty.
var appendixA = []struct {
	shape                   *collection.Collection[collection.Record]
	original, patch, result string
	refused, unheld         string
}{
	{lettersShape, `{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`, "", ""},
	{lettersShape, `{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`, "", ""},
	{lettersShape, `{"a":"b"}`, `{"a":null}`, `{}`, "", ""},
	{lettersShape, `{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`, "", ""},
	{looseShape, `{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`, "", ""},
	{looseShape, `{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`, "", ""},
	{nestedShape, `{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`, "", ""},
	{looseShape, `{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`, "", ""},
	{lettersShape, `["a","b"]`, `["c","d"]`, `["c","d"]`, "type #", "type #"}, // an entity is an object
	{lettersShape, `{"a":"b"}`, `["c"]`, `["c"]`, "type #", ""},               // and stays one
	{lettersShape, `{"a":"foo"}`, `null`, `null`, "null #", ""},               // DELETE removes it
	{lettersShape, `{"a":"foo"}`, `"bar"`, `"bar"`, "type #", ""},
	{nullShape, `{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`, "", ""},
	{lettersShape, `[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`, "", "type #"},
	{deepShape, `{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`, "", ""},

	// The rows that change a type, where the type is declared.
	{listedShape, `{"a":[{"b":"c"}]}`, `{"a":[1]}`, ``, "type #/a/0", ""},
	{listedShape, `{"a":[{"b":"c"}]}`, `{"a":"c"}`, ``, "type #/a", ""},
	{lettersShape, `{"a":"c"}`, `{"a":["b"]}`, ``, "type #/a", ""},
}

func TestAppendixAOfRFC7396(t *testing.T) {
	for _, row := range appendixA {
		t.Run(row.original+" "+row.patch, func(t *testing.T) {
			entity, err := row.shape.Create().Parse([]byte(row.original))
			if got := codes(err); !slices.Equal(got, list(row.unheld)) {
				t.Fatalf("the original breaks %q, want %q", got, row.unheld)
			}
			if row.unheld != "" {
				entity = collection.NewRecord(row.shape)
			}
			patch, err := row.shape.Update().Parse([]byte(row.patch))
			if got := codes(err); !slices.Equal(got, list(row.refused)) {
				t.Fatalf("the patch breaks %q, want %q", got, row.refused)
			}
			if err != nil {
				return
			}
			if err := patch.Apply(&entity); err != nil {
				t.Fatal(err)
			}
			if got, err := row.shape.View().Append(nil, entity); string(got) != row.result || err != nil {
				t.Errorf("got %s, %v, want %s", got, err, row.result)
			}
		})
	}
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
