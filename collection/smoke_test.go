package collection_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type Size struct{ W, H int }
type Status string
type Product struct {
	ID      string
	Name    string
	Price   int64
	Status  Status
	Tags    []string
	Size    Size
	Note    *string
	Created time.Time
}

var (
	id      = prop.UUID("id").ReadOnly()
	name    = prop.String("name").MinLen(1).MaxLen(80).Example("Tenkeyless keyboard")
	price   = prop.Int64("price").Min(0).Describe("In cents.")
	status  = prop.OneOf[Status]("status", "draft", "active").Default("draft")
	tags    = prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique()
	sizes   = collection.Of("Size", collection.Bind(prop.Int("w").Min(1), func(s *Size) *int { return &s.W }), collection.Bind(prop.Int("h").Min(1), func(s *Size) *int { return &s.H }))
	size    = prop.Object(sizes)
	note    = prop.Nullable(prop.String("note").MaxLen(500))
	created = prop.DateTime("created_at").ReadOnly()
)

var products = collection.Of("Product",
	collection.Bind(id, func(p *Product) *string { return &p.ID }).Key(),
	collection.Bind(name, func(p *Product) *string { return &p.Name }),
	collection.Bind(price, func(p *Product) *int64 { return &p.Price }),
	collection.Bind(status, func(p *Product) *Status { return &p.Status }),
	collection.Bind(tags, func(p *Product) *[]string { return &p.Tags }),
	collection.Bind(size, func(p *Product) *Size { return &p.Size }),
	collection.Bind(note, func(p *Product) **string { return &p.Note }),
	collection.Bind(created, func(p *Product) *time.Time { return &p.Created }),
)

func TestSmoke(t *testing.T) {
	p, err := products.Create().Parse([]byte(`{"name":"K","price":12,"tags":["a","b"],"size":{"w":1,"h":2},"note":null}`))
	fmt.Printf("%+v %v\n", p, err)
	b, err := products.View().Append(nil, p)
	fmt.Printf("%s %v\n", b, err)
	_, err = products.Create().Parse([]byte(`{"id":"x","name":"","price":-1,"tags":["a","a"],"size":{"w":0},"x":1}`))
	fmt.Println(err)
	u, err := products.Update().Parse([]byte(`{"size":{"h":5},"note":"hi"}`))
	fmt.Println(u.Changes(), err, u.Has(price), u.Has(size))
	fmt.Println(u.Apply(&p))
	b, _ = products.View().Append(nil, p)
	fmt.Printf("%s\n", b)
	b, _ = products.Update().Append(nil, u)
	fmt.Printf("%s\n", b)
	fmt.Println(products.Create().Check(Product{}))
}
