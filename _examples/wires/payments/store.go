package payments

import (
	"fmt"
	"sync"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/route"
)

// store has the objects in memory.
type store struct {
	mu           sync.Mutex
	made         int
	customerRows []Customer
	priceRows    []Price
	intentRows   []Intent
	refundRows   []Refund
}

// next returns an ID of a kind. The store must be locked.
func (s *store) next(prefix string) string {
	s.made++
	return fmt.Sprintf("%s_%04d", prefix, s.made)
}

// find returns the object with an ID. The store must be locked.
func find[T any](all []T, id string, of func(*T) *string) (*T, error) {
	for i := range all {
		if *of(&all[i]) == id {
			return &all[i], nil
		}
	}
	return nil, Missing.Detail("No such object: " + id)
}

// page returns the page of a list of what was created when the client wants.
func page[T any](c *route.Call, s *server, q paginate.Query, as *collection.Collection[T], all *[]T, at func(T) (created time.Time, deleted bool)) (paginate.Result[T], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wanted, filtered := createdIn.Lookup(c)
	var rows []T
	for _, row := range *all {
		if created, deleted := at(row); !deleted && (!filtered || wanted.has(created)) {
			rows = append(rows, row)
		}
	}
	return mempage.Select(q, as, rows)
}
