package collection

import (
	"errors"
	"strings"
	"sync"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
)

// Body is what a route reads or writes: a collection in one mode, or a list of
// such. It is safe for concurrent use.
type Body[T any] struct {
	node *ir.Body
	rows codec.Rows // nil unless T is what a collection describes
	// version is nil unless T is what a collection with versions describes.
	version func(*T) Version
	codec   func() codec.Codec[T]
	valid   func() error // tells the faults of the declaration
	spare   *sync.Pool   // of *codec.Decoder
}

func body[T any](p *ir.Prop, m ir.Mode, c func() codec.Codec[T]) Body[T] {
	once := sync.OnceValue(c)
	p.Write = written(once)
	return Body[T]{
		node:  &ir.Body{At: callsite.Here(), Prop: p, Mode: m},
		codec: once,
		valid: sync.OnceValue(func() error { return faults(p, m) }),
		spare: &sync.Pool{New: func() any { return new(codec.Decoder) }},
	}
}

// object is the property that stands for a collection's value as a whole.
func object(n *ir.Collection) *ir.Prop {
	return &ir.Prop{ID: new(ir.ID), At: n.At, Name: n.Name, Type: ir.Object{Of: func() *ir.Collection { return n }}}
}

func (c Collection[T]) mode(m ir.Mode) Body[T] {
	if c.group == nil {
		c = c.edit(nil)
	}
	b := c.modes.body(m)
	node := *b.node
	node.At, b.node = callsite.Here(), &node
	return b
}

// Create is what a client sends to make an entity.
func (c Collection[T]) Create() Body[T] { return c.mode(ir.Create) }

// View is what the server shows of one entity.
func (c Collection[T]) View() Body[T] { return c.mode(ir.View) }

// Delete is what the server confirms of an entity that is gone.
func (c Collection[T]) Delete() Body[T] { return c.mode(ir.Delete) }

// List is what the server shows of an entity among others.
func (c Collection[T]) List() Body[T] { return c.mode(ir.List) }

// Update is what a client sends to change an entity.
func (c Collection[T]) Update() Body[Patch[T]] {
	if c.group == nil {
		c = c.edit(nil)
	}
	modes := c.modes
	b := body(object(c.group.Node), ir.Update, func() codec.Codec[Patch[T]] { return &patchCodec[T]{modes} })
	b.node.Versioned = modes.version != nil
	return b
}

// Replace is what a client sends to put another entity in the place of one. It
// has the form of [Collection.Create].
func (c Collection[T]) Replace() Body[Replacement[T]] {
	if c.group == nil {
		c = c.edit(nil)
	}
	modes := c.modes
	b := body(object(c.group.Node), ir.Create, func() codec.Codec[Replacement[T]] { return &replacementCodec[T]{modes} })
	b.node.Versioned, b.node.Replaces = modes.version != nil, true
	return b
}

// Many is a list of what b describes, as an answer or as a request with several
// entities at once.
func Many[T any](b Body[T]) Body[[]T] {
	node := *b.node
	node.At, node.Versioned, node.Replaces = callsite.Here(), false, false
	node.Prop = &ir.Prop{ID: new(ir.ID), At: b.node.At, Name: b.node.Prop.Name, Type: ir.Array{Item: b.node.Prop}}
	node.Examples = listed[T](b.node.Examples)
	inner := b.codec
	once := sync.OnceValue(func() codec.Codec[[]T] {
		item := codec.Form[T]{Node: b.node.Prop, Make: func(*codec.Compiler, *ir.Prop) codec.Codec[T] { return inner() }}
		return codec.List(item)(codec.NewCompiler(node.Mode), node.Prop)
	})
	node.Prop.Write = written(once)
	return Body[[]T]{
		node:  &node,
		codec: once,
		valid: b.valid,
		spare: b.spare,
	}
}

// Parse reads JSON text. The error is [prop.Violations] or a [*prop.Malformed],
// or tells the faults of the declaration.
func (b Body[T]) Parse(text []byte) (v T, err error) {
	if err := b.fault(); err != nil {
		return v, err
	}
	d := b.spare.Get().(*codec.Decoder)
	defer func() {
		d.Close()
		b.spare.Put(d)
	}()
	d.Open(text, jsonx.Limits{})
	b.codec().Decode(d, &v)
	if err := prop.Outcome(ir.Key{}, d); err != nil {
		var zero T
		return zero, err
	}
	return v, nil
}

// Check returns the rules that v breaks, the violations that a request with
// this value would get. It panics if the declaration has a fault.
func (b Body[T]) Check(v T) prop.Violations {
	if err := b.fault(); err != nil {
		panic("tenon: " + err.Error())
	}
	var r codec.Report
	b.codec().Inspect(&r, &v)
	return prop.Gather(ir.Key{}, &r)
}

// Append writes v as JSON at the end of dst. It fails where a value has no JSON
// text, such as NaN, or contains itself.
func (b Body[T]) Append(dst []byte, v T) ([]byte, error) {
	if err := b.fault(); err != nil {
		return dst, err
	}
	var e codec.Encoder
	e.Reset(dst)
	b.codec().Encode(&e, &v)
	if err := e.Err(); err != nil {
		return dst, err
	}
	return e.B, nil
}

func (b Body[T]) fault() error {
	if b.valid == nil {
		return errors.New("the body is of no collection")
	}
	return b.valid()
}

// faults tells what is wrong with a declaration.
func faults(p *ir.Prop, m ir.Mode) error {
	faults := prop.FaultsIn(ir.Key{}, p, m)
	if len(faults) == 0 {
		return nil
	}
	var s strings.Builder
	s.WriteString("the declaration has a fault")
	for _, f := range faults {
		s.WriteString("\n\t" + f.At.String() + ": " + f.What)
	}
	return errors.New(s.String())
}

// Node returns the description of the body. It is for sibling packages.
func (b Body[T]) Node(ir.Key) *ir.Body { return b.node }

// Codec compiles the body. It is for sibling packages.
func (b Body[T]) Codec(ir.Key) codec.Codec[T] { return b.codec() }

// None is the Go type of [Nothing].
type None struct{}

// Nothing is the body of a route that reads or answers no content:
//
//	route.Delete("/products/{id}", collection.Nothing()) // 204
func Nothing() Body[None] {
	return Body[None]{node: &ir.Body{At: callsite.Here(), Mode: ir.Create}}
}
