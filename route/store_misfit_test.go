package route_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

type (
	callStore   struct{}
	keyStore    struct{}
	valueStore  struct{}
	resultStore struct{ viewer } // View fits
	embedding   struct{ callStore }
	pointing    struct{ *valueStore }
)

func (callStore) List(*route.Call, paginate.Query) (r paginate.Result[page], err error) { return }
func (callStore) Create(*route.Call, page) (p page, err error)                          { return }
func (callStore) View(*route.Call, int) (p page, err error)                             { return }
func (callStore) Update(*route.Call, int, collection.Patch[page]) (p page, err error)   { return }
func (callStore) Replace(*route.Call, int, collection.Replacement[page]) (p page, err error) {
	return
}
func (callStore) Delete(*route.Call, int) (p page, err error) { return }

func (keyStore) View(context.Context, int64) (p page, err error)                            { return }
func (keyStore) Update(context.Context, string, collection.Patch[page]) (p page, err error) { return }
func (keyStore) Replace(context.Context, string, collection.Replacement[page]) (p page, err error) {
	return
}
func (keyStore) Delete(context.Context, string) error { return nil }

func (*valueStore) List(context.Context) (all []page, err error)           { return }
func (*valueStore) Create(context.Context, *page) (p *page, err error)     { return }
func (*valueStore) View(context.Context, int) (p *page, err error)         { return }
func (*valueStore) Update(context.Context, int, page) (p page, err error)  { return }
func (*valueStore) Replace(context.Context, int, page) (p page, err error) { return }
func (*valueStore) Delete(context.Context, int) error                      { return nil }

func (resultStore) List(context.Context, paginate.Query) (all []page, err error)     { return }
func (resultStore) Create(context.Context, page) error                               { return nil }
func (resultStore) Update(context.Context, int, collection.Patch[page]) error        { return nil }
func (resultStore) Replace(context.Context, int, collection.Replacement[page]) error { return nil }
func (resultStore) Delete(context.Context, int) (deleted bool, err error)            { return }

// A method with the name of an operation and another signature is a fault with the signature that
// is needed: of every operation, of pointers, promoted or not, and beside operations that fit.
func TestMethodsThatDoNotFitAreFaults(t *testing.T) {
	all := []string{
		"List(context.Context, paginate.Query) (paginate.Result[route_test.page], error)",
		"Create(context.Context, route_test.page) (route_test.page, error)",
		"View(context.Context, int) (route_test.page, error)",
		"Update(context.Context, int, collection.Patch[route_test.page]) (route_test.page, error)",
		"Replace(context.Context, int, collection.Replacement[route_test.page]) (route_test.page, error)",
		"Delete(context.Context, int) (route_test.page, error)",
	}
	of := func(store any) route.Member { return route.Resource("/pages", pages, pageNumber, store) }
	for name, tt := range map[string]struct {
		m    route.Member
		want []string
	}{
		"the call of a handler":          {of(callStore{}), all},
		"a pointer to it":                {of(&callStore{}), all},
		"promoted":                       {of(embedding{}), all},
		"promoted from a pointer":        {of(pointing{}), all},
		"another key":                    {of(keyStore{}), all[2:]},
		"pointers and values":            {of(&valueStore{}), all},
		"a value whose pointer has them": {route.Resource("/pages", pages, pageNumber, valueStore{}), all},
		"of a request":                   {route.ResourceOf("/pages", pages, pageNumber, func(*route.Call) *valueStore { return nil }), all},
		"other results":                  {of(resultStore{}), append(append([]string(nil), all[:2]...), all[3:]...)},
	} {
		_, err := tenon.New("Test", "1").Add(tt.m).Build()
		text := fmt.Sprint(err)
		if got := strings.Count(text, "of the store is not"); got != len(tt.want) {
			t.Errorf("%s: %d faults, want %d:\n%s", name, got, len(tt.want), text)
		}
		for _, want := range tt.want {
			if !strings.Contains(text, "of the store is not "+want+"; change it, or omit the operation with Only") {
				t.Errorf("%s: no fault about %s:\n%s", name, want, text)
			}
		}
	}
}
