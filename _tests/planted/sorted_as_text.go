package planted

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/paginate"
)

// sortedAsText sorts the items of a page by the digits of their pages.
type sortedAsText struct{ *shelf }

func (s sortedAsText) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	page, err := pick(q, s.own(ctx))
	if err == nil && q.Order()[0].Name() == "pages" && !q.Order()[0].Descending() {
		slices.SortStableFunc(page.Items, func(a, b Book) int {
			return strings.Compare(strconv.Itoa(a.Pages), strconv.Itoa(b.Pages))
		})
	}
	return page, err
}
