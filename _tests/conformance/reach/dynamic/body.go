package dynamic

import (
	"iter"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Body is a body of package route whose Go type is known only to its functions.
type Body struct {
	In       any // a route.Body[T]
	Optional func() *Body
	Encoded  func([]route.Codec) *Body
	Form     func(styles ...prop.Prop) *Body
	Parts    func(styles ...prop.Prop) *Body
	Events   func() *Body
	Lines    func() *Body
	Response func(status int) route.AnyResponse
	Headed   func(status int, own ...prop.Prop) route.AnyResponse // with headers of its own
	Format   func(sample string) (*render.Format, error)
	From     func(method, path string) *route.Route
	Check    func(text string) error
	Case     func() route.Body[any] // of a body with several Go types
}

func eraseBody[T any](b route.Body[T]) *Body {
	e := &Body{In: b}
	e.Response = func(status int) route.AnyResponse { return route.NewResponse(status, b) }
	e.Headed = func(status int, own ...prop.Prop) route.AnyResponse {
		return route.NewResponse(status, b).ResponseHeader(own...)
	}
	e.From = func(method, path string) *route.Route { return routeFrom(method, path, b) }
	e.Case = func() route.Body[any] {
		return route.Case(b, func(v T) any { return v }, func(v any) (t T, ok bool) { t, ok = v.(T); return t, ok })
	}
	return e
}

// AnyOf is a body of one of several Go types.
func AnyOf(bodies []*Body) *Body {
	var cases []route.Body[any]
	for _, b := range bodies {
		cases = append(cases, b.Case())
	}
	e := eraseBody(route.AnyOf(cases...))
	e.Optional = func() *Body { return eraseBody(route.Optional(route.AnyOf(cases...))) }
	return e
}

// Input is a body with everything that can be made of it.
func Input[T any](b *collection.Body[T]) *Body {
	e := eraseBody[T](b)
	e.Optional = func() *Body { return eraseBody(route.Optional[T](b)) }
	e.Encoded = func(codecs []route.Codec) *Body {
		j := eraseBody(route.Encoded[T](b, codecs...))
		j.Optional = func() *Body { return eraseBody(route.Optional(route.Encoded[T](b, codecs...))) }
		j.Format, j.Check = e.Format, e.Check
		return j
	}
	e.Form = func(styles ...prop.Prop) *Body {
		f := eraseBody(route.Form[T](b, styles...))
		f.Optional = func() *Body { return eraseBody(route.Optional(route.Form[T](b, styles...))) }
		return f
	}
	e.Parts = func(styles ...prop.Prop) *Body {
		f := eraseBody(route.Multipart[T](b, styles...))
		f.Optional = func() *Body { return eraseBody(route.Optional(route.Multipart[T](b, styles...))) }
		return f
	}
	e.Events = func() *Body { return eraseBody[iter.Seq2[route.Event[T], error]](route.Events[T](b)) }
	e.Lines = func() *Body { return eraseBody[iter.Seq2[T, error]](route.Lines[T](b)) }
	e.Check = func(text string) error { _, err := b.Parse([]byte(text)); return err }
	e.Format = func(sample string) (*render.Format, error) {
		v, err := b.Parse([]byte(sample))
		if err != nil {
			return nil, err
		}
		return render.NewFormat(b, func(render.Fields) T { return v }, nil), nil
	}
	return e
}

// ValueBody is the body of a property.
func ValueBody(p *Property, request bool) *Body {
	if request {
		return Input(collection.ValueOf[any](p.Box()).Create())
	}
	return Input(collection.ValueOf[any](p.Box()).View())
}

// RouteOf is a route with a request and a response, or nil if no body has such Go types.
func RouteOf(method, path string, in, out *Body) *route.Route {
	switch i := in.In.(type) {
	case route.Body[collection.Empty]:
		return out.From(method, path)
	case route.Body[Record]:
		return routeTo(method, path, i, out)
	case route.Body[*Record]:
		return routeTo(method, path, i, out)
	case route.Body[[]byte]:
		return routeTo(method, path, i, out)
	case route.Body[*[]byte]:
		return routeTo(method, path, i, out)
	case route.Body[string]:
		return routeTo(method, path, i, out)
	case route.Body[*string]:
		return routeTo(method, path, i, out)
	case route.Body[any]:
		return routeTo(method, path, i, out)
	case route.Body[*any]:
		return routeTo(method, path, i, out)
	}
	return nil
}

func routeTo[In any](method, path string, in route.Body[In], out *Body) *route.Route {
	switch o := out.In.(type) {
	case route.Body[collection.Empty]:
		return handled(route.Method(method, path, in, o))
	case route.Body[Record]:
		return handled(route.Method(method, path, in, o))
	case route.Body[[]byte]:
		return handled(route.Method(method, path, in, o))
	case route.Body[string]:
		return handled(route.Method(method, path, in, o))
	case route.Body[any]:
		return handled(route.Method(method, path, in, o))
	case route.Body[iter.Seq2[route.Event[Record], error]]:
		return handled(route.Method(method, path, in, o))
	case route.Body[iter.Seq2[route.Event[any], error]]:
		return handled(route.Method(method, path, in, o))
	}
	return nil
}

// routeFrom is a route with a response of any Go type and no request body.
func routeFrom[Out any](method, path string, out route.Body[Out]) *route.Route {
	return handled(route.Method[collection.Empty, Out](method, path, collection.NoContent(), out))
}

// NoContent is no body.
func NoContent() *Body { return eraseBody[collection.Empty](collection.NoContent()) }

// Redirect is a response without a body.
func Redirect(status int) *Body { return eraseBody(route.Redirect(status)) }

// BytesBody is a body that the library does not interpret.
func BytesBody(mediaType string) *Body {
	b := eraseBody(route.Bytes(mediaType))
	b.Optional = func() *Body { return eraseBody(route.Optional(route.Bytes(mediaType))) }
	return b
}

// TextBody is a body with the text of a property, or nil.
func TextBody(p *Property) *Body {
	t, ok := p.Prop.(prop.Of[string])
	if !ok {
		return nil
	}
	b := eraseBody(route.Text(t))
	b.Optional = func() *Body { return eraseBody(route.Optional(route.Text(t))) }
	return b
}

func handled[In, Out any](r *route.WriteRoute[In, Out]) *route.Route {
	return r.Handle(func(c *route.Call, _ In) (out Out, err error) {
		if called, ok := c.Context().Value(Called{}).(*bool); ok {
			*called = true
		}
		return out, nil
	})
}

// Called is the key of a *bool in the context of a request: handlers set it.
type Called struct{}
