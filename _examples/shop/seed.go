package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// seeds is the number of products in a new shop.
const seeds = 200

// Seed adds products to an empty store, always the same ones.
func (s *Store) Seed(ctx context.Context) error {
	return s.alone(ctx, func(tx *sql.Tx) error {
		var filled bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM products)`).Scan(&filled)
		if err != nil || filled {
			return err
		}
		for i := range seeds {
			if err := insert(ctx, tx, seed(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

// seed returns the i-th product.
func seed(i int) Product {
	kinds := []string{"Keyboard", "Mouse", "Monitor", "Headset", "Lamp", "Webcam", "Desk"}
	styles := []string{"Compact", "Tenkeyless", "Silent", "Wide", "Foldable"}
	tags := []string{"office", "usb-c", "wireless", "gaming", "refurbished"}
	states := []Status{Active, Active, Active, Draft, Retired}
	colors := []string{"graphite", "white", "sand"}

	kind := kinds[i%len(kinds)]
	made := time.Date(2026, time.January, 1, 8, 0, 0, 0, time.UTC).Add(time.Duration(i) * 7 * time.Hour)
	p := Product{
		ID:       fmt.Sprintf("00000000-0000-4000-8000-%012d", i+1),
		SKU:      fmt.Sprintf("%s-%04d", strings.ToUpper(kind[:3]), i+1),
		Name:     styles[i/len(kinds)%len(styles)] + " " + strings.ToLower(kind),
		Price:    int64(990 + i*7919%40_000),
		Status:   states[i%len(states)],
		Tags:     tags[i%len(tags) : min(i%len(tags)+i%3, len(tags))],
		Size:     Size{Width: 100 + i*31%900, Height: 20 + i*17%400, Depth: 50 + i*13%500},
		Created:  made,
		Updated:  made,
		Revision: 1,
	}
	p.Cost = new(p.Price * 3 / 5)
	for v := range i % 4 {
		p.Variants = append(p.Variants, Variant{SKU: fmt.Sprintf("VAR-%04d", i*4+v), Color: colors[v], Stock: i * 7 % 50})
	}
	if i%6 == 0 {
		note := "Ask the supplier before you promise a date."
		p.Note = &note
	}
	if i%10 == 0 {
		var discount Discount = PercentOff{5 + i%40}
		if i%20 == 10 {
			discount = AmountOff{p.Price / 10}
		}
		p.Discount = &discount
	}
	return p
}
