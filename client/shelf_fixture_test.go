package client_test

import (
	"context"
	"strconv"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type page struct {
	Number int
	Book   string
	Text   string
	Rev    int
}

type pageKey struct {
	Book   string
	Number int
}

var (
	pageBook   = prop.String("book").MaxLen(20)
	pageNumber = prop.Int("number").Min(1).Max(1000)

	versionedPages = collection.Of("Page", func(p *page) collection.Fields {
		return collection.Fields{
			pageBook.At(&p.Book).Key(),
			pageNumber.At(&p.Number).Key(),
			prop.String("text").MaxLen(100).At(&p.Text),
		}
	}).Versioned(func(p *page) collection.Version { return collection.Version{Tag: strconv.Itoa(p.Rev)} })

	pageID = route.KeyOf(func(s prop.Source) pageKey { return pageKey{pageBook.Get(s), pageNumber.Get(s)} }, pageBook, pageNumber)
)

// shelf keeps pages in memory, for one request at a time.
type shelf struct{ pages map[pageKey]page }

func newShelf() *shelf { return &shelf{map[pageKey]page{}} }

func (s *shelf) View(_ context.Context, key pageKey) (page, error) {
	p, ok := s.pages[key]
	if !ok {
		return p, render.NotFound
	}
	return p, nil
}

func (s *shelf) Update(ctx context.Context, key pageKey, patch collection.Patch[page]) (page, error) {
	p, err := s.View(ctx, key)
	if err == nil {
		err = patch.Apply(&p)
	}
	if err != nil {
		return p, err
	}
	p.Rev++
	s.pages[key] = p
	return p, nil
}
