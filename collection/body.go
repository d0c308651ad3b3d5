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
type Body[T any] struct{ core }

type core = codec.Sealed

// content is a body, whatever its Go type is.
type content codec.Body

// bodyOf returns the public type of a body.
func bodyOf[T any](c *content) *Body[T] { return &Body[T]{codec.Seal((*codec.Body)(c))} }

func contentOf(p *ir.Prop, m ir.Mode, t *codec.Type, c func() codec.Codec) *content {
	once := sync.OnceValue(c)
	p.Write = written(once, t)
	return &content{
		Node:  &ir.Body{At: callsite.Here(), Prop: p, Mode: m},
		Type:  t,
		Codec: once,
		Valid: sync.OnceValue(func() error { return faults(p, m) }),
		Spare: &sync.Pool{New: func() any { return new(codec.Decoder) }},
	}
}

// here is a copy of the body at the user's call in progress.
func (b *content) here() *content {
	node, c := *b.Node, *b
	node.At, c.Node = callsite.Here(), &node
	return &c
}

// Create is what a client sends to make an entity.
func (c *Collection[T]) Create() *Body[T] { return bodyOf[T](c.started().body(ir.Create)) }

// View is what the server shows of one entity.
func (c *Collection[T]) View() *Body[T] { return bodyOf[T](c.started().body(ir.View)) }

// Delete is what the server confirms of an entity that is gone.
func (c *Collection[T]) Delete() *Body[T] { return bodyOf[T](c.started().body(ir.Delete)) }

// List is what the server shows of an entity among others.
func (c *Collection[T]) List() *Body[T] { return bodyOf[T](c.started().body(ir.List)) }

// Update is what a client sends to change an entity.
func (c *Collection[T]) Update() *Body[Patch[T]] {
	return bodyOf[Patch[T]](c.started().update(codec.TypeOf[Patch[T]]()))
}

func (s *state) update(t *codec.Type) *content {
	b := contentOf(object(s.group.Node), ir.Update, t, func() codec.Codec { return patchCodec{s} })
	b.Node.Versioned = s.version != nil
	return b
}

// Replace is what a client sends to put another entity in the place of one. It
// has the form of [Collection.Create].
func (c *Collection[T]) Replace() *Body[Replacement[T]] {
	return bodyOf[Replacement[T]](c.started().replacing(codec.TypeOf[Replacement[T]]()))
}

func (s *state) replacing(t *codec.Type) *content {
	b := contentOf(object(s.group.Node), ir.Create, t, func() codec.Codec { return replacementCodec{s} })
	b.Node.Versioned, b.Node.Replaces = s.version != nil, true
	return b
}

// Many is a list of what b describes, as an answer or as a request with several
// entities at once.
func Many[T any](b *Body[T]) *Body[[]T] {
	if b.whole() == nil {
		return &Body[[]T]{}
	}
	return bodyOf[[]T](b.whole().many(codec.TypeOf[[]T](), codec.ItemsOf[T](b.whole().Type)))
}

func (b *content) many(t *codec.Type, items *codec.Items) *content {
	node := *b.Node
	node.At, node.Versioned, node.Replaces = callsite.Here(), false, false
	node.Prop = &ir.Prop{ID: new(ir.ID), At: b.Node.At, Name: b.Node.Prop.Name, Type: ir.Array{Item: b.Node.Prop}}
	node.Examples = listed(items, t, b.Node.Examples)
	inner := b.Codec
	once := sync.OnceValue(func() codec.Codec {
		item := codec.Form{Node: b.Node.Prop, Type: items.Item, Make: func(*codec.Compiler, *ir.Prop) codec.Codec { return inner() }}
		return codec.Array(item, items)(codec.NewCompiler(node.Mode), node.Prop)
	})
	node.Prop.Write = written(once, t)
	return &content{Node: &node, Type: t, Codec: once, Valid: b.Valid, Spare: b.Spare}
}

// whole is what the body is; nil where it is of no collection.
func (b *Body[T]) whole() *content {
	if b == nil {
		return nil
	}
	return (*content)(codec.Unseal(b.core))
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
	d := b.Spare.Get().(*codec.Decoder)
	defer func() {
		d.Close()
		b.Spare.Put(d)
	}()
	d.Open(text, jsonx.Limits{})
	b.Codec().Decode(d, a)
	return outcome(d)
}

// Check returns the rules that v breaks, the violations that a request with
// this value would get. It panics if the declaration has a fault.
func (b *Body[T]) Check(v T) prop.Violations { return b.whole().check(place.Of(&v)) }

func (b *content) check(a place.Addr) prop.Violations {
	if err := b.fault(); err != nil {
		panic("tenon: " + err.Error())
	}
	var r codec.Report
	b.Codec().Check(&r, a)
	return codec.Gather[prop.Violations](&r)
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
	b.Codec().Encode(&e, a)
	if err := e.Err(); err != nil {
		return dst, err
	}
	return e.B, nil
}

func (b *content) fault() error {
	if b == nil || b.Valid == nil {
		return errors.New("the body is of no collection")
	}
	return b.Valid()
}

// faults tells what is wrong with a declaration.
func faults(p *ir.Prop, m ir.Mode) error {
	faults := verify.FaultsIn(p, m)
	if len(faults) == 0 {
		return nil
	}
	return errors.New(verify.Text("the declaration has a fault", faults))
}

// outcome is the error of what a decoder has read.
func outcome(d *codec.Decoder) error {
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	if vs := codec.Gather[prop.Violations](&d.Report); vs != nil {
		return vs
	}
	return nil
}

// Empty is the Go type of [NoContent].
type Empty struct{}

// NoContent is the body of a route that reads or answers no content:
//
//	route.Delete("/products/{id}", collection.NoContent()) // 204
func NoContent() *Body[Empty] {
	return bodyOf[Empty](&content{Node: &ir.Body{At: callsite.Here(), Mode: ir.Create}})
}
