package doc_test

import (
	"fmt"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func Example_modes() {
	in, err := books.Create().Parse([]byte(`{"title": "Typee", "pages": 325}`))
	fmt.Println(in.Genre, err) // the default genre

	_, err = books.Create().Parse([]byte(`{"id": "` + mobyDick + `", "title": "", "isbn": 7}`))
	fmt.Println(err)

	text, err := books.View().Append(nil, shelf[0])
	fmt.Println(string(text), err)
	text, err = books.Delete().Append(nil, shelf[0])
	fmt.Println(string(text), err)

	// Output:
	// novel <nil>
	// #/id: is set by the server and cannot be sent (read_only)
	// #/title: must have at least 1 character (min_length)
	// #/isbn: is not recognized (unknown)
	// #/pages: is required (required)
	// {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null} <nil>
	// {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"} <nil>
}

func Example_changes() {
	patch, err := books.Update().Parse([]byte(`{"pages": 640, "note": null}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(patch.Changes(), patch.Has(title), patch.IsNull(note))

	book := shelf[0]
	err = patch.Apply(&book)
	fmt.Println(book.Title, book.Pages, err)

	// Output:
	// [pages note] false true
	// Moby-Dick 640 <nil>
}

// A Person has nested Addresses.
type Address struct{ Street, City string }

type Person struct {
	Name    string
	Home    Address
	Others  []Address
	Born    time.Time
	Retired *time.Time
}

var (
	street = prop.String("street").MinLen(1)
	city   = prop.String("city").MinLen(1)
)

var addresses = collection.Of("Address", func(a *Address) collection.Fields {
	return collection.Fields{
		street.At(&a.Street),
		city.At(&a.City),
	}
})

var (
	name    = prop.String("name").MinLen(1)
	home    = addresses.Object().As("home")
	others  = prop.Array(addresses.Object().As("others")).MaxItems(3).Default(nil)
	born    = prop.Date("born")
	retired = prop.Date("retired").Optional()
)

var people = collection.Of("Person", func(p *Person) collection.Fields {
	return collection.Fields{
		name.At(&p.Name),
		home.At(&p.Home),
		others.At(&p.Others),
		born.At(&p.Born).Except(collection.Update),
		retired.AtOptional(&p.Retired),
		collection.Computed(prop.String("initial"), func(p *Person) string { return p.Name[:1] }).Only(collection.List),
	}
}).Rule("after_birth", "must be after born", func(p *Person) bool {
	return p.Retired == nil || p.Retired.After(p.Born)
}, retired, born)

func Example_nested() {
	_, err := people.Create().Parse([]byte(`{
		"name": "Ann", "born": "1990-01-31",
		"home": {"street": "Spear Street"},
		"others": [{"street": "Main", "city": "Rye"}, {"street": "", "city": "Ely"}]
	}`))
	fmt.Println(err)

	_, err = people.Create().Parse([]byte(`{
		"name": "Ann", "born": "1990-01-31", "retired": "1980-01-31",
		"home": {"street": "Spear Street", "city": "Nantucket"}
	}`))
	fmt.Println(err)

	// Output:
	// #/home/city: is required (required)
	// #/others/1/street: must have at least 1 character (min_length)
	// #/retired: must be after born (after_birth)
}

// A Payment is a Card or Cash.
type Payment interface{ cents() int64 }

type Card struct {
	Number string
	Amount int64
}

type Cash struct{ Amount int64 }

func (c Card) cents() int64 { return c.Amount }
func (c Cash) cents() int64 { return c.Amount }

var (
	number = prop.String("number").Pattern("^[0-9]{12,19}$")
	amount = prop.Int64("amount").Min(1)
)

var payments = collection.OneOf("Payment",
	collection.CaseOf[Payment](collection.Of("Card", func(c *Card) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "card")),
			number.At(&c.Number),
			amount.At(&c.Amount),
		}
	})),
	collection.CaseOf[Payment](collection.Of("Cash", func(c *Cash) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "cash")),
			amount.At(&c.Amount),
		}
	})),
).Tagged("kind")

func Example_union() {
	p, err := payments.Create().Parse([]byte(`{"kind": "cash", "amount": 500}`))
	fmt.Printf("%T %d %v\n", p, p.cents(), err)

	_, err = payments.Create().Parse([]byte(`{"kind": "card", "number": "1", "amount": 0}`))
	fmt.Println(err)

	// Output:
	// doc_test.Cash 500 <nil>
	// #/number: must match the pattern ^[0-9]{12,19}$ (pattern)
	// #/amount: must be at least 1 (min)
}

// Ref is the ID of a book, or the book.
type Ref struct {
	ID   string
	Book *Book
}

func Example_unionOfTypes() {
	refs := collection.OneOf("BookRef",
		collection.Case(prop.UUID("id"), func(id string) Ref { return Ref{ID: id} },
			func(r Ref) (string, bool) { return r.ID, r.Book == nil }),
		collection.Case(books, func(b Book) Ref { return Ref{Book: &b} },
			func(r Ref) (b Book, expanded bool) {
				if r.Book != nil {
					b = *r.Book
				}
				return b, r.Book != nil
			}),
	)

	text, err := refs.View().Append(nil, Ref{ID: mobyDick})
	fmt.Println(string(text), err)
	text, err = refs.View().Append(nil, Ref{Book: &shelf[0]})
	fmt.Println(string(text), err)

	_, err = refs.View().Parse([]byte(`7`))
	fmt.Println(err)
	_, err = refs.View().Parse([]byte(`"7"`))
	fmt.Println(err)

	// Output:
	// "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57" <nil>
	// {"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null} <nil>
	// #: must be of one of the types string, object (type)
	// #: must be a UUID such as 123e4567-e89b-12d3-a456-426614174000 (format)
}

// Model is the name of a known model.
type Model string

// The known models.
const (
	Small Model = "small"
	Large Model = "large"
)

func Example_overlap() {
	models := collection.AnyOf("Model",
		collection.CaseOf[any](prop.Enum("known", Small, Large)),
		collection.CaseOf[any](prop.String("tuned").MaxLen(8)),
	)
	for _, text := range []string{`"large"`, `"ours"`, `"something"`} {
		m, err := models.Create().Parse([]byte(text))
		fmt.Printf("%T %v\n", m, err)
	}

	// Output:
	// doc_test.Model <nil>
	// string <nil>
	// <nil> #: must be one of known, tuned; it comes closest to tuned (no_case)
	// #: must have at most 8 characters (max_length)
}

func Example_unionOfTexts() {
	workflow := collection.OneOf("Workflow",
		collection.CaseOf[any](prop.Int("number").Min(1)),
		collection.CaseOf[any](prop.String("file").Pattern(`^[a-z]+\.yml$`)),
	).Property().As("workflow")
	labels := collection.OneOf("Labels",
		collection.CaseOf[any](prop.String("label")),
		collection.CaseOf[any](prop.Array(prop.String("each")).MaxItems(2)),
	).Property().As("label").Optional()
	runs := route.Get("/workflows/{workflow}", collection.NoContent()).Path(workflow).Query(labels).
		Handle(func(c *route.Call) (collection.Empty, error) {
			fmt.Printf("%T %[1]v, %T %[2]v\n", workflow.Get(c), labels.Get(c))
			return collection.Empty{}, nil
		})
	app := tenon.New("Library", "1.0.0").Add(runs).MustBuild()

	send(app, "GET", "/workflows/7?label=new", "")
	send(app, "GET", "/workflows/ci.yml?label=new&label=sea", "")
	send(app, "GET", "/workflows/0", "")

	// Output:
	// int 7, string new
	// 204
	// string ci.yml, []string [new sea]
	// 204
	// 422 {"title":"Unprocessable Content","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[{"code":"min","detail":"must be at least 1","in":"path","parameter":"workflow","params":{"min":1}}]}
}

// Rule is a tag, a list of rules, or the negation of a rule.
type (
	Rule interface{ rule() }
	Tag  string
	All  []Rule
	Not  struct{ Not Rule }
)

func (Tag) rule() {}
func (All) rule() {}
func (Not) rule() {}

func rules() collection.Union[Rule] {
	return collection.OneOf("Rule",
		collection.Case(prop.String("tag"), func(t string) Rule { return Tag(t) },
			func(r Rule) (string, bool) { t, ok := r.(Tag); return string(t), ok }),
		collection.Case(prop.Array(prop.LazyUnion("all", rules)).MaxItems(9), func(all []Rule) Rule { return All(all) },
			func(r Rule) ([]Rule, bool) { all, ok := r.(All); return all, ok }),
		collection.CaseOf[Rule](collection.Of("NotRule", func(n *Not) collection.Fields {
			return collection.Fields{prop.LazyUnion("not", rules).At(&n.Not)}
		})),
	)
}

func Example_recursiveUnion() {
	r, err := rules().Create().Parse([]byte(`["a", {"not": ["b", "c"]}]`))
	fmt.Println(r, err)

	_, err = rules().Create().Parse([]byte(`["a", {"not": ["b", 7]}]`))
	fmt.Println(err)

	// Output:
	// [a {[b c]}] <nil>
	// #/1/not/1: must be of one of the types string, object, array (type)
}

func Example_records() {
	x, y := prop.Float64("x"), prop.Float64("y")
	points := collection.New("Point", x, y)

	point, err := points.Create().Parse([]byte(`{"x": 1.5, "y": -2}`))
	fmt.Println(x.Get(point), y.Get(point), err)

	y.Set(point, 0)
	text, err := points.View().Append(nil, point)
	fmt.Println(string(text), err)

	// Output:
	// 1.5 -2 <nil>
	// {"x":1.5,"y":0} <nil>
}

func Example_additionalIn() {
	id, labels := prop.Int("id"), prop.Map(prop.String("labels").MaxLen(80))
	items := collection.New("Item", id, collection.AdditionalIn(labels))

	item, err := items.Create().Parse([]byte(`{"id": 7, "color": "red"}`))
	fmt.Println(labels.Get(item), err)
	for name, value := range item.All() {
		fmt.Println(name, value)
	}

	// Output:
	// map[color:red] <nil>
	// id 7
}
