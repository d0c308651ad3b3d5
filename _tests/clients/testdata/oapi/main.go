// Command oapi does the same as node/fetch.ts with a client that oapi-codegen generated, and
// prints its results in the same format.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"

	"github.com/tenon-go/tenon/_tests/clients/testdata/oapi/shop"
)

type (
	violation struct {
		Code string `json:"code"`
		At   string `json:"at"`
	}
	answer struct {
		Status     int         `json:"status"`
		Code       string      `json:"code,omitempty"`
		Violations []violation `json:"violations,omitempty"`
	}
	created struct {
		Status   int      `json:"status"`
		Price    int64    `json:"price"`
		Discount string   `json:"discount"`
		Tags     []string `json:"tags"`
	}
	updated struct {
		Status int     `json:"status"`
		Price  int64   `json:"price"`
		Note   *string `json:"note"`
		Depth  int64   `json:"depth"`
	}
	deleted struct {
		Status int  `json:"status"`
		Same   bool `json:"same"`
	}
	seen struct {
		Created created `json:"created"`
		Pages   []int   `json:"pages"`
		Found   int     `json:"found"`
		Ordered bool    `json:"ordered"`
		Updated updated `json:"updated"`
		Stale   answer  `json:"stale"`
		Refused answer  `json:"refused"`
		Unread  answer  `json:"unread"`
		Deleted deleted `json:"deleted"`
		Gone    answer  `json:"gone"`
	}
)

func main() {
	s, err := use(context.Background(), os.Args[1], os.Args[2])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func use(ctx context.Context, address, token string) (s seen, err error) {
	c, err := shop.NewClientWithResponses(address, shop.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	}))
	if err != nil {
		return s, err
	}

	var discount shop.Discount
	if err := discount.FromPercentOff(shop.PercentOff{Percent: 10}); err != nil {
		return s, err
	}
	draft := shop.ProductCreate{
		Sku: "OAP-0001", Name: "Keyboard", Price: 8900, Discount: &discount,
		Status: new(shop.ProductCreateStatus("active")), Tags: &[]string{"usb-c"},
		Size: shop.Size{Width: 359, Height: 35, Depth: 128},
	}
	made, err := c.CreateProductWithResponse(ctx, nil, draft)
	if err != nil {
		return s, err
	}
	if made.JSON201 == nil {
		return s, fmt.Errorf("not created: %s", made.Body)
	}
	product := made.JSON201.Data
	text, err := json.Marshal(product.Discount)
	if err != nil {
		return s, err
	}
	s.Created = created{made.StatusCode(), product.Price, string(text), product.Tags}
	id := *product.Id

	ids := map[string]bool{}
	var prices []int64
	query := shop.ListProductsParams{
		Limit: new(int64(40)), MinPrice: new(int64(1)),
		OrderBy: &[]shop.ListProductsParamsOrderBy{"price", "name"},
		Status:  &[]shop.ListProductsParamsStatus{"active", "draft"},
	}
	for more := true; more; {
		page, err := c.ListProductsWithResponse(ctx, &query)
		if err != nil {
			return s, err
		}
		if page.JSON200 == nil {
			return s, fmt.Errorf("not listed: %s", page.Body)
		}
		s.Pages = append(s.Pages, len(page.JSON200.Data))
		for _, p := range page.JSON200.Data {
			ids[p.Id.String()] = true
			prices = append(prices, p.Price)
		}
		more = page.JSON200.Pagination.HasMore
		query.Cursor = &page.JSON200.Pagination.NextCursor
	}
	s.Found, s.Ordered = len(ids), slices.IsSorted(prices)

	match := &shop.UpdateProductParams{IfMatch: new(made.HTTPResponse.Header.Get("ETag"))}
	change, err := c.UpdateProductWithResponse(ctx, id, match, shop.ProductUpdate{
		Price: new(int64(9900)), Note: new("Ask first."), Size: &shop.SizeUpdate{Depth: new(int64(130))},
	})
	if err != nil {
		return s, err
	}
	if change.JSON200 == nil {
		return s, fmt.Errorf("not updated: %s", change.Body)
	}
	now := change.JSON200.Data
	s.Updated = updated{change.StatusCode(), now.Price, now.Note, now.Size.Depth}

	stale, err := c.UpdateProductWithResponse(ctx, id, match, shop.ProductUpdate{Price: new(int64(1))})
	if err != nil {
		return s, err
	}
	s.Stale = answer{stale.StatusCode(), stale.ApplicationproblemJSON412.Code, nil}

	bad := draft
	bad.Sku, bad.Price, bad.Size.Depth = "OAP-2", -1, 0
	refused, err := c.CreateProductWithResponse(ctx, nil, bad)
	if err != nil {
		return s, err
	}
	s.Refused = answer{refused.StatusCode(), refused.ApplicationproblemJSON422.Code, violations(refused.ApplicationproblemJSON422.Errors)}
	unread, err := c.ListProductsWithResponse(ctx, &shop.ListProductsParams{Limit: new(int64(0)), Tag: new("USB")})
	if err != nil {
		return s, err
	}
	s.Unread = answer{unread.StatusCode(), "", violations(unread.ApplicationproblemJSON422.Errors)}

	gone, err := c.DeleteProductWithResponse(ctx, id, nil)
	if err != nil {
		return s, err
	}
	if gone.JSON200 == nil {
		return s, fmt.Errorf("not deleted: %s", gone.Body)
	}
	s.Deleted = deleted{gone.StatusCode(), *gone.JSON200.Data.Id == id}
	absent, err := c.ViewProductWithResponse(ctx, id, nil)
	if err != nil {
		return s, err
	}
	s.Gone = answer{absent.StatusCode(), absent.ApplicationproblemJSON404.Code, nil}
	return s, nil
}

func violations(errors *[]shop.Violation) (all []violation) {
	if errors == nil {
		return nil
	}
	for _, e := range *errors {
		v := violation{Code: e.Code}
		switch {
		case e.Pointer != nil:
			v.At = *e.Pointer
		case e.In != nil && e.Parameter != nil:
			v.At = string(*e.In) + " " + *e.Parameter
		}
		all = append(all, v)
	}
	return all
}
