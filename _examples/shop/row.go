package main

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
)

// columns are what values writes and scan reads.
const (
	columns = `id, sku, name, price, status, details, note, created_at, updated_at, revision, cost`
	places  = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11`
)

// values are the columns of a product.
func values(p Product) []any {
	json, err := details.Append(nil, p)
	if err != nil {
		panic(err) // strings, integers and lists of them always have a JSON text
	}
	return []any{
		p.ID, p.SKU, p.Name, p.Price, p.Status, string(json), p.Note,
		micros(p.Created), micros(p.Updated), p.Revision, p.Cost,
	}
}

// scan reads the columns of a product, which is NoSuchProduct where there is no
// row.
func scan(row sqlpage.Scanner) (Product, error) {
	var (
		p                Product
		json             []byte
		created, updated int64
	)
	err := row.Scan(&p.ID, &p.SKU, &p.Name, &p.Price, &p.Status, &json, &p.Note, &created, &updated, &p.Revision, &p.Cost)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return p, NoSuchProduct.Because(err)
	case err != nil:
		return p, err
	}
	stored, err := details.Parse(json)
	if err != nil {
		return p, fmt.Errorf("details of product %s: %w", p.ID, err)
	}
	p.Tags, p.Size, p.Variants, p.Discount = stored.Tags, stored.Size, stored.Variants, stored.Discount
	p.Created, p.Updated = time.UnixMicro(created).UTC(), time.UnixMicro(updated).UTC()
	return p, nil
}

// details is the JSON of one column, for what has no column of its own. Its
// properties have no rules: rows must stay readable when the rules of the API
// become stricter.
var details = collection.Of("Details",
	collection.Bind(prop.Array(prop.String("tags")), func(p *Product) *[]string { return &p.Tags }),
	collection.Bind(prop.Object(collection.Of("Size",
		collection.Bind(prop.Int("width"), func(s *Size) *int { return &s.Width }),
		collection.Bind(prop.Int("height"), func(s *Size) *int { return &s.Height }),
		collection.Bind(prop.Int("depth"), func(s *Size) *int { return &s.Depth }),
	)), func(p *Product) *Size { return &p.Size }),
	collection.Bind(prop.Array(prop.Object(collection.Of("Variants",
		collection.Bind(prop.String("sku"), func(v *Variant) *string { return &v.SKU }),
		collection.Bind(prop.String("color"), func(v *Variant) *string { return &v.Color }),
		collection.Bind(prop.Int("stock"), func(v *Variant) *int { return &v.Stock }),
	))), func(p *Product) *[]Variant { return &p.Variants }),
	collection.BindOptional(prop.Union(collection.OneOf("Discount",
		collection.CaseOf[Discount](collection.Of("PercentOff",
			collection.Fixed[PercentOff](prop.Const("kind", "percent")),
			collection.Bind(prop.Int("percent"), func(d *PercentOff) *int { return &d.Percent }),
		)),
		collection.CaseOf[Discount](collection.Of("AmountOff",
			collection.Fixed[AmountOff](prop.Const("kind", "amount")),
			collection.Bind(prop.Int64("amount"), func(d *AmountOff) *int64 { return &d.Amount }),
		)),
	).Tagged("kind")).Optional(), func(p *Product) **Discount { return &p.Discount }),
).View()
