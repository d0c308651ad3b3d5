package main

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A Discount is a PercentOff or an AmountOff.
type Discount interface{ discount() }

// PercentOff is a discount in percent of the price.
type PercentOff struct{ Percent int }

// AmountOff is a discount in cents, below the price.
type AmountOff struct{ Amount int64 }

func (PercentOff) discount() {}
func (AmountOff) discount()  {}

var (
	percent = prop.Int("percent").Min(1).Max(90).Describe("Of the price.").Example(10)
	amount  = prop.Int64("amount").Min(1).Max(100_000_000).Describe("In cents, and below the price.").Example(500)
)

// A union is one of several collections; the member kind selects it.
var (
	discounts = collection.OneOf("Discount",
		collection.CaseOf[Discount](percentsOff),
		collection.CaseOf[Discount](amountsOff),
	).Tagged("kind").Describe("A reduction of a product's price.")

	percentsOff = collection.Of("PercentOff", func(d *PercentOff) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "percent")),
			percent.At(&d.Percent),
		}
	}).Closed().Describe("A part of the price.")

	amountsOff = collection.Of("AmountOff", func(d *AmountOff) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "amount")),
			amount.At(&d.Amount),
		}
	}).Closed().Describe("An amount of money.")
)

// belowPrice reports whether the discount is below the price.
func belowPrice(p *Product) bool {
	if p.Discount == nil {
		return true
	}
	off, ok := (*p.Discount).(AmountOff)
	return !ok || off.Amount < p.Price
}
