package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Book is a row of the table books.
type Book struct{ ent.Schema }

// Fields returns the columns. The rules are those of the collection; the schema need not
// repeat them.
func (Book) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("title").Unique(),
		field.Int("pages"),
		field.Int("revision").Default(1),
	}
}
