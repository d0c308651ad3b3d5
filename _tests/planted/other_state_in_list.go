package planted

import (
	"context"
	"strings"

	"github.com/tenon-go/tenon/paginate"
)

// otherStateInList lists the titles as they were before the last change of case.
type otherStateInList struct{ *shelf }

func (s otherStateInList) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	page, err := s.shelf.List(ctx, q)
	for i := range page.Items {
		if page.Items[i].Revision > 2 {
			page.Items[i].Author = strings.ToUpper(page.Items[i].Author) + "?"
		}
	}
	return page, err
}
