package route

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
)

// Case declares a body of [AnyOf] with a Go type of its own: wrap returns a C as a T; unwrap returns
// a T as a C, if it is one. The media type of a request selects the case, and the handler finds it in
// the value:
//
//	type Import struct {
//		Order *Order // as JSON
//		Rows  string // as text/csv
//	}
//
//	route.AnyOf(
//		route.Case(orders.Create(), importOrder, Import.order),
//		route.Case(route.Bytes("text/csv"), importRows, Import.rows),
//	)
//
// wrap gets valid values only. A [client.Client] sends the first case whose unwrap has the value. An
// optional body is [Optional] of AnyOf; a case that changes an entity with versions is a fault, because
// the preconditions of a request are those of the handler's argument.
//
// [client.Client]: https://pkg.go.dev/github.com/tenon-go/tenon/client#Client
func Case[T, C any](b Body[C], wrap func(C) T, unwrap func(T) (C, bool)) Body[T] {
	if wrap == nil || unwrap == nil {
		return caseOf[T](b, codec.CaseForm{}, "a case of a body has a nil function")
	}
	return caseOf[T](b, codec.CaseOf(wrap, unwrap), "")
}

// CaseOf is [Case] for a Go type T that is an interface which C implements, so that the handler has a
// switch on the type:
//
//	route.AnyOf(route.CaseOf[Import](orders.Create()), route.CaseOf[Import](sheets.Create()))
func CaseOf[T, C any](b Body[C]) Body[T] {
	var zero C
	if _, ok := any(zero).(T); !ok {
		return caseOf[T](b, codec.CaseForm{}, "a case of a body has a Go type that does not implement the interface; see route.Case")
	}
	return Case(b,
		func(c C) T { t, _ := any(c).(T); return t },
		func(t T) (C, bool) { c, ok := any(t).(C); return c, ok })
}

func caseOf[T, C any](b Body[C], k codec.CaseForm, fault string) Body[T] {
	return typed[T](media.CaseOf(bodyOf(b), typeOf[C](b), k, fault))
}
