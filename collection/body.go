package collection

import (
	"errors"
	"sync"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
)

// Body is what a route reads or writes: a collection in one mode, or a list of
// such. It is safe for concurrent use.
type Body[T any] struct{ content *content }

// content is a body, whatever its Go type is.
type content struct {
	node *ir.Body
	typ  *codec.Type
	rows codec.Rows // nil unless a value is what a collection describes
	// version is nil unless a value is what a collection with versions describes.
	version func(t place.Addr) Version
	codec   func() codec.Codec
	valid   func() error // tells the faults of the declaration
	spare   *sync.Pool   // of *codec.Decoder
}

func contentOf(p *ir.Prop, m ir.Mode, t *codec.Type, c func() codec.Codec) *content {
	once := sync.OnceValue(c)
	p.Write = written(once, t)
	return &content{
		node:  &ir.Body{At: callsite.Here(), Prop: p, Mode: m},
		typ:   t,
		codec: once,
		valid: sync.OnceValue(func() error { return faults(p, m) }),
		spare: &sync.Pool{New: func() any { return new(codec.Decoder) }},
	}
}

// here is a copy of the body at the user's call in progress.
func (b *content) here() *content {
	node, c := *b.node, *b
	node.At, c.node = callsite.Here(), &node
	return &c
}

// Create is what a client sends to make an entity.
func (c *Collection[T]) Create() *Body[T] { return &Body[T]{c.started().body(ir.Create)} }

// View is what the server shows of one entity.
func (c *Collection[T]) View() *Body[T] { return &Body[T]{c.started().body(ir.View)} }

// Delete is what the server confirms of an entity that is gone.
func (c *Collection[T]) Delete() *Body[T] { return &Body[T]{c.started().body(ir.Delete)} }

// List is what the server shows of an entity among others.
func (c *Collection[T]) List() *Body[T] { return &Body[T]{c.started().body(ir.List)} }

// Update is what a client sends to change an entity.
func (c *Collection[T]) Update() *Body[Patch[T]] {
	return &Body[Patch[T]]{c.started().update(codec.TypeOf[Patch[T]]())}
}

func (s *state) update(t *codec.Type) *content {
	b := contentOf(object(s.group.Node), ir.Update, t, func() codec.Codec { return patchCodec{s} })
	b.node.Versioned = s.version != nil
	return b
}

// Replace is what a client sends to put another entity in the place of one. It
// has the form of [Collection.Create].
func (c *Collection[T]) Replace() *Body[Replacement[T]] {
	return &Body[Replacement[T]]{c.started().replacing(codec.TypeOf[Replacement[T]]())}
}

func (s *state) replacing(t *codec.Type) *content {
	b := contentOf(object(s.group.Node), ir.Create, t, func() codec.Codec { return replacementCodec{s} })
	b.node.Versioned, b.node.Replaces = s.version != nil, true
	return b
}

// Many is a list of what b describes, as an answer or as a request with several
// entities at once.
func Many[T any](b *Body[T]) *Body[[]T] {
	if b == nil || b.content == nil {
		return &Body[[]T]{}
	}
	return &Body[[]T]{b.content.many(codec.TypeOf[[]T](), codec.ItemsOf[T](b.content.typ))}
}

func (b *content) many(t *codec.Type, items *codec.Items) *content {
	node := *b.node
	node.At, node.Versioned, node.Replaces = callsite.Here(), false, false
	node.Prop = &ir.Prop{ID: new(ir.ID), At: b.node.At, Name: b.node.Prop.Name, Type: ir.Array{Item: b.node.Prop}}
	node.Examples = listed(items, t, b.node.Examples)
	inner := b.codec
	once := sync.OnceValue(func() codec.Codec {
		item := codec.Form{Node: b.node.Prop, Type: items.Item, Make: func(*codec.Compiler, *ir.Prop) codec.Codec { return inner() }}
		return codec.Array(item, items)(codec.NewCompiler(node.Mode), node.Prop)
	})
	node.Prop.Write = written(once, t)
	return &content{node: &node, typ: t, codec: once, valid: b.valid, spare: b.spare}
}

// whole is what the body is; nil where it is of no collection.
func (b *Body[T]) whole() *content {
	if b == nil {
		return nil
	}
	return b.content
}

// Parse reads JSON text. The error is [prop.Violations] or a [*prop.SyntaxError],
// or tells the faults of the declaration.
func (b *Body[T]) Parse(text []byte) (T, error) {
	v := new(T)
	if err := b.whole().parse(text, place.Of(v)); err != nil {
		return *new(T), err
	}
	return *v, nil
}

func (b *content) parse(text []byte, a place.Addr) error {
	if err := b.fault(); err != nil {
		return err
	}
	d := b.spare.Get().(*codec.Decoder)
	defer func() {
		d.Close()
		b.spare.Put(d)
	}()
	d.Open(text, jsonx.Limits{})
	b.codec().Decode(d, a)
	return prop.Outcome(ir.Key{}, d)
}

// Check returns the rules that v breaks, the violations that a request with
// this value would get. It panics if the declaration has a fault.
func (b *Body[T]) Check(v T) prop.Violations { return b.whole().check(place.Of(&v)) }

func (b *content) check(a place.Addr) prop.Violations {
	if err := b.fault(); err != nil {
		panic("tenon: " + err.Error())
	}
	var r codec.Report
	b.codec().Check(&r, a)
	return prop.Gather(ir.Key{}, &r)
}

// Append writes v as JSON at the end of dst. It fails where a value has no JSON
// text, such as NaN, or contains itself.
func (b *Body[T]) Append(dst []byte, v T) ([]byte, error) { return b.whole().append(dst, place.Of(&v)) }

func (b *content) append(dst []byte, a place.Addr) ([]byte, error) {
	if err := b.fault(); err != nil {
		return dst, err
	}
	var e codec.Encoder
	e.Reset(dst)
	b.codec().Encode(&e, a)
	if err := e.Err(); err != nil {
		return dst, err
	}
	return e.B, nil
}

func (b *content) fault() error {
	if b == nil || b.valid == nil {
		return errors.New("the body is of no collection")
	}
	return b.valid()
}

// faults tells what is wrong with a declaration.
func faults(p *ir.Prop, m ir.Mode) error {
	faults := verify.FaultsIn(p, m)
	if len(faults) == 0 {
		return nil
	}
	return errors.New(verify.Text("the declaration has a fault", faults))
}

// Node returns the description of the body. It is for sibling packages.
func (b *Body[T]) Node(ir.Key) *ir.Body {
	if b == nil || b.content == nil {
		return nil
	}
	return b.content.node
}

// Codec compiles the body. It is for sibling packages.
func (b *Body[T]) Codec(ir.Key) codec.Codec { return b.content.codec() }

// Type describes T; nil where the body is of none. It is for sibling packages.
func (b *Body[T]) Type(ir.Key) *codec.Type {
	if b == nil || b.content == nil {
		return nil
	}
	return b.content.typ
}

// Zero returns an empty value. It is for sibling packages.
func (b *Body[T]) Zero(ir.Key) (zero T) { return zero }

// Empty is the Go type of [NoContent].
type Empty struct{}

// NoContent is the body of a route that reads or answers no content:
//
//	route.Delete("/products/{id}", collection.NoContent()) // 204
func NoContent() *Body[Empty] {
	return &Body[Empty]{&content{node: &ir.Body{At: callsite.Here(), Mode: ir.Create}}}
}
