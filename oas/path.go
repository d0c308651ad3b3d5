package oas

import (
	"errors"
	"fmt"
	"strings"

	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
)

// paths writes the operations under their paths, in the order these are met.
func (w *writer) paths(ops []*ir.Operation) (*v3.Paths, error) {
	items := orderedmap.New[string, *v3.PathItem]()
	shapes := map[string]string{} // paths by what they match
	ids := map[string]*ir.Operation{}
	var errs []error
	for _, op := range ops {
		fail := func(err error) {
			errs = append(errs, fmt.Errorf("%s: %s %s: %w", op.At, op.Method, op.Path, err))
		}
		if other, ok := shapes[shape(op.Path)]; ok && other != op.Path {
			fail(fmt.Errorf("OpenAPI takes %s and this for one path: name their parameters alike", other))
			continue
		}
		shapes[shape(op.Path)] = op.Path
		if first := ids[op.ID]; op.ID != "" && first != nil {
			fail(fmt.Errorf("the operation ID %q is that of %s %s at %s", op.ID, first.Method, first.Path, first.At))
			continue
		}
		ids[op.ID] = op
		item, ok := items.Get(op.Path)
		if !ok {
			item = &v3.PathItem{}
			items.Set(op.Path, item)
		}
		slot, err := method(item, op.Method)
		if err != nil {
			fail(err)
			continue
		}
		if *slot, err = w.operation(op); err != nil {
			fail(err)
		}
	}
	return &v3.Paths{PathItems: items}, errors.Join(errs...)
}

// method returns the place of a method's operation, which must be free.
func method(item *v3.PathItem, name string) (slot **v3.Operation, err error) {
	switch name {
	case "GET":
		slot = &item.Get
	case "PUT":
		slot = &item.Put
	case "POST":
		slot = &item.Post
	case "DELETE":
		slot = &item.Delete
	case "PATCH":
		slot = &item.Patch
	default:
		return nil, errors.New("the method has no place in a document")
	}
	if *slot != nil {
		return nil, errors.New("is declared twice")
	}
	return slot, nil
}

// shape is a path without the names of its parameters. Paths of one shape are
// identical (OpenAPI 3.1.1 §4.8.8.1).
func shape(path string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(path, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("{}")
		_, path, _ = strings.Cut(rest, "}")
	}
}
