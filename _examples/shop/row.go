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

// columns are the columns that values writes and scan reads.
const (
	columns = `id, sku, name, price, status, details, note, created_at, updated_at, revision, cost`
	places  = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11`
)

// values returns the values of the columns of a product.
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

// scan reads the columns of a product. Without a row it returns NoSuchProduct.
func scan(row sqlpage.Scanner) (Product, error) {
	var (
		p                Product
		json             []byte
		created, updated int64
	)
	err := row.Scan(&p.ID, &p.SKU, &p.Name, &p.Price, &p.Status, &json, &p.Note, &created, &updated, &p.Revision, &p.Cost)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return p, NoSuchProduct.Cause(err)
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

// details is the JSON of a column with all members that have no column of their own. Its
// properties have no rules, so that rows stay readable if the rules of the API become
// stricter.
var details = collection.Of("Details", func(p *Product) collection.Fields {
	return collection.Fields{
		prop.Array(prop.String("tags")).At(&p.Tags),
		prop.Object(collection.Of("Size", func(s *Size) collection.Fields {
			return collection.Fields{
				prop.Int("width").At(&s.Width),
				prop.Int("height").At(&s.Height),
				prop.Int("depth").At(&s.Depth),
			}
		})).At(&p.Size),
		prop.Array(prop.Object(collection.Of("Variants", func(v *Variant) collection.Fields {
			return collection.Fields{
				prop.String("sku").At(&v.SKU),
				prop.String("color").At(&v.Color),
				prop.Int("stock").At(&v.Stock),
			}
		}))).At(&p.Variants),
		prop.Union(collection.OneOf("Discount",
			collection.CaseOf[Discount](collection.Of("PercentOff", func(d *PercentOff) collection.Fields {
				return collection.Fields{
					collection.Fixed(prop.Const("kind", "percent")),
					prop.Int("percent").At(&d.Percent),
				}
			})),
			collection.CaseOf[Discount](collection.Of("AmountOff", func(d *AmountOff) collection.Fields {
				return collection.Fields{
					collection.Fixed(prop.Const("kind", "amount")),
					prop.Int64("amount").At(&d.Amount),
				}
			})),
		).Tagged("kind")).Optional().AtOptional(&p.Discount),
	}
}).View()
