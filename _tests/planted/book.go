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
	ISBN           *string // which no two books have
	Cost           *int64
	Offer          *Offer
	Sold           bool // a book that is sold does not change
	Added, Changed time.Time
	Revision       int64
}

// Offer is a Percent or an Amount off the price.
type Offer interface{ offer() }

type (
	Percent struct{ Percent int }
	Amount  struct {
		Amount int64
		Reason string
	}
)

func (Percent) offer() {}
func (Amount) offer()  {}

// Size is the size of a book in millimeters.
type Size struct{ Width, Height int }

// version is the version of a book.
func version(b *Book) collection.Version {
	return collection.Version{Tag: strconv.FormatInt(b.Revision, 10), Modified: b.Changed}
}

// seeCosts is the scope of callers who see what a book has cost.
const seeCosts = "books:cost"

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
	isbn    = prop.String("isbn").Pattern(`^[0-9]{10}$`).Optional()
	cost    = prop.Int64("cost").Min(0).Max(1000).Optional()
	offer   = prop.Union(offers).Optional()
	sold    = prop.Bool("sold").Default(false)
	percent = prop.Int("percent").Min(1).Max(90)
	amount  = prop.Int64("amount").Min(1).Max(1000)
	reason  = prop.String("reason").MaxLen(20).Default("")
	added   = prop.DateTime("added_at").ReadOnly()
	changed = prop.DateTime("changed_at").ReadOnly()

	sizes = collection.Of("Size", func(s *Size) collection.Fields {
		return collection.Fields{width.At(&s.Width), height.At(&s.Height)}
	})

	offers = collection.OneOf("Offer", collection.CaseOf[Offer](percents), collection.CaseOf[Offer](amounts)).Tagged("kind")

	percents = collection.Of("Percent", func(p *Percent) collection.Fields {
		return collection.Fields{collection.Fixed(prop.Const("kind", "percent")), percent.At(&p.Percent)}
	})

	amounts = collection.Of("Amount", func(a *Amount) collection.Fields {
		return collection.Fields{collection.Fixed(prop.Const("kind", "amount")), amount.At(&a.Amount), reason.At(&a.Reason)}
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
			isbn.AtOptional(&b.ISBN),
			cost.AtOptional(&b.Cost).VisibleTo(seeCosts),
			offer.AtOptional(&b.Offer),
			sold.At(&b.Sold).Except(collection.Create),
			added.At(&b.Added),
			changed.At(&b.Changed),
		}
	}).Versioned(func(b *Book) collection.Version {
		return collection.Version{Tag: strconv.FormatInt(b.Revision, 10), Modified: b.Changed}
	})

	isbnTaken = render.NewProblem(409, "isbn_taken", "Another book has the ISBN.")
	bookSold  = render.NewProblem(409, "book_sold", "The book is sold.")
	tooMany   = render.NewProblem(409, "too_many", "There are too many books.")
)
