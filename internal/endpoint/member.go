package endpoint

import (
	"github.com/tenon-go/tenon/tree"
)

// Member is what an API consists of: a route, a resource or a group. Only types that embed
// [Single] or [Several] implement it.
type Member interface{ operations() []*Operation }

// OperationsOf returns the operations of a member.
func OperationsOf(m Member) []*Operation { return m.operations() }

// Single is embedded by builders of one operation.
type Single struct{ op *Operation }

// SingleOf returns what a builder of o embeds.
func SingleOf(o *Operation) Single { return Single{o} }

// Op returns the operation of a builder, or nil if no function created it.
func Op(s Single) *Operation { return s.op }

// Equal reports whether route is the same: a route has functions, which do not compare.
func (s Single) Equal(route any) bool {
	o, ok := route.(interface{ single() *Operation })
	return ok && o.single() == s.op
}

func (s Single) single() *Operation { return s.op }

// String returns the method and the path.
func (s Single) String() string { return s.op.text() }

func (o *Operation) text() string {
	if o == nil {
		return "<nil>"
	}
	return o.Node.Method + " " + o.Node.Path
}

func (s Single) operations() []*Operation {
	if s.op == nil {
		return []*Operation{s.op.Edit(func(*Operation) {})}
	}
	return []*Operation{s.op}
}

// Several is embedded by members with several operations.
type Several struct{ list func() []*Operation }

// SeveralOf returns what a group with the operations of list embeds.
func SeveralOf(list func() []*Operation) Several { return Several{list} }

func (s Several) operations() []*Operation {
	if s.list == nil {
		return nil
	}
	return s.list()
}

// Resource is embedded by resources. It is like [Several], but the zero value is a fault.
type Resource struct{ list func() []*Operation }

// ResourceOf returns what a resource with the operations of list embeds.
func ResourceOf(list func() []*Operation) Resource { return Resource{list} }

func (r Resource) operations() []*Operation {
	if r.list == nil {
		return []*Operation{Faulty(tree.Position{}, "", tree.Faultf("a resource was not created by route.Resource"))}
	}
	return r.list()
}

// Request is embedded by route.OutgoingRequest.
type Request struct{ op *Operation }

// RequestOf returns what a request embeds.
func RequestOf(o *Operation) Request { return Request{o} }

func (r Request) request() *Operation { return r.op }

// Equal reports whether request is the same.
func (r Request) Equal(request any) bool {
	o, ok := request.(interface{ request() *Operation })
	return ok && o.request() == r.op
}

// String returns the method.
func (r Request) String() string { return r.op.text() }

// OutgoingOf returns the operation of a route.OutgoingRequest, or nil if no function created
// it.
func OutgoingOf(r interface{ request() *Operation }) *Operation { return r.request() }
