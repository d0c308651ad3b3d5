package planted

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// A Book is an entity of the store.
type Book struct {
	ID, Owner      string
	Title, Author  string
	Pages          int
	Price          *int64 // nil is absent
	Note           *string
	Genre          string
	Tags           []string
	Size           Size
	Added, Changed time.Time
	Revision       int64
}

// Size is the size of a book in millimeters.
type Size struct{ Width, Height int }

var (
	bookID  = prop.UUID("id").ReadOnly()
	title   = prop.String("title").MinLen(1).MaxLen(40)
	author  = prop.String("author").MaxLen(40).Default("unknown")
	pages   = prop.Int("pages").Min(1).Max(10_000).Default(1)
	price   = prop.Int64("price").Min(0).Max(100_000).Optional()
	note    = prop.Nullable(prop.String("note").MaxLen(60)).Optional()
	genre   = prop.Enum("genre", "novel", "poem", "essay").Default("novel")
	tags    = prop.Array(prop.String("tag").MinLen(1).MaxLen(8)).As("tags").MaxItems(5).Unique().Default(nil)
	width   = prop.Int("width").Min(1).Max(500)
	height  = prop.Int("height").Min(1).Max(500)
	added   = prop.DateTime("added_at").ReadOnly()
	changed = prop.DateTime("changed_at").ReadOnly()

	sizes = collection.Of("Size", func(s *Size) collection.Fields {
		return collection.Fields{width.At(&s.Width), height.At(&s.Height)}
	})

	books = collection.Of("Book", func(b *Book) collection.Fields {
		return collection.Fields{
			bookID.At(&b.ID).Key(),
			title.At(&b.Title),
			author.At(&b.Author),
			pages.At(&b.Pages),
			price.AtOptional(&b.Price),
			note.At(&b.Note).Except(collection.List),
			genre.At(&b.Genre),
			tags.At(&b.Tags),
			sizes.Object().As("size").At(&b.Size),
			added.At(&b.Added),
			changed.At(&b.Changed),
		}
	}).Versioned(func(b *Book) collection.Version { return collection.Version{Tag: strconv.FormatInt(b.Revision, 10)} })

	tooMany = render.NewProblem(409, "too_many", "There are too many books.")
)
