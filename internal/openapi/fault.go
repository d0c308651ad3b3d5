package openapi

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/tree"
)

// fault is an error with the position of its declaration.
type fault struct {
	tree.Fault
	inner error
}

// faultAt returns a fault; format is as of [fmt.Errorf].
func faultAt(at tree.Position, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return fault{tree.Fault{At: at, Message: err.Error()}, errors.Unwrap(err)}
}

// Error returns the position and the message.
func (f fault) Error() string { return f.At.String() + ": " + f.Message }

func (f fault) Unwrap() error { return f.inner }

// Faults returns what keeps an API from having a document in some version, with all operations of
// all audiences. The API must have no other faults. start is where the API was started.
func Faults(api *tree.API, start tree.Position) (all []tree.Fault) {
	everyone := Option{func(a *options) { a.everyone = true }}
	for _, v := range Versions() {
		d, err := v.dialect()
		if err == nil {
			_, err = writeAPI(api, v, d, optionsOf([]Option{everyone}), nil)
		}
		found := faultsOf(err)
		if err != nil && found == nil {
			found = []tree.Fault{{At: start, Message: "the API has no document: " + err.Error()}}
		}
		all = append(all, found...)
	}
	return all
}

// faultsOf returns the innermost faults that an error wraps.
func faultsOf(err error) (all []tree.Fault) {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			all = append(all, faultsOf(one)...)
		}
	case interface{ Unwrap() error }:
		all = faultsOf(e.Unwrap())
	}
	if f, is := err.(fault); is && all == nil {
		return []tree.Fault{f.Fault}
	}
	return all
}
