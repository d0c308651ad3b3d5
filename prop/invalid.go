package prop

import (
	"errors"

	"github.com/tenon-go/tenon/internal/ir"
)

// invalid marks violations for which the client of a call is responsible. Those
// without the mark may be about anything, such as a row of a database.
type invalid struct{ list Violations }

func (e invalid) Error() string { return e.list.Error() }

func (e invalid) Unwrap() error { return e.list }

// Invalid returns violations of the input of a call as an error that a handler may
// return. It is for sibling packages.
func Invalid(_ ir.Key, list Violations) error { return invalid{list} }

// InvalidOf finds what [Invalid] has marked. It is for sibling packages.
func InvalidOf(_ ir.Key, err error) (list Violations, ok bool) {
	e, ok := errors.AsType[invalid](err)
	return e.list, ok
}
