package collection

import (
	"errors"
	"sync"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Body declares the body of requests or responses: a collection in one mode, or an array of it.
// It is safe for concurrent use.
type Body[T any] struct{ core }

type core = codec.Sealed

// content is a body without its Go type.
type content codec.Body

// bodyOf returns the public type of a body.
func bodyOf[T any](c *content) *Body[T] { return (*Body[T])(c.untyped()) }

// untypedBody is a [Body] without its Go type: a conversion of pointers leads from one to the other.
type untypedBody struct{ core }

func (b *content) untyped() *untypedBody { return &untypedBody{codec.Seal((*codec.Body)(b))} }

// whole returns the content of a body, or nil if it has no collection.
func (b *untypedBody) whole() *content {
	if b == nil {
		return nil
	}
	return (*content)(codec.Unseal(b.core))
}

func contentOf(p *tree.Prop, m tree.Mode, t *codec.Type, c func() codec.Codec) *content {
	once := codec.OnceCodec(c)
	p.Write = written(once, t)
	return &content{
		Node:  &tree.Body{At: tree.Here(), Prop: p, Mode: m},
		Type:  t,
		Codec: once,
		Valid: codec.Once(func() error { return faults(p, m) }),
		Spare: &sync.Pool{New: func() any { return new(codec.Decoder) }},
	}
}

// here returns a copy of the body with the position of the user's call in progress.
func (b *content) here() *content {
	c := &struct {
		content
		node tree.Body
	}{*b, *b.Node}
	c.node.At, c.Node = tree.Here(), &c.node
	return &c.content
}

// Create returns the body with which a client creates an entity.
func (c *Collection[T]) Create() *Body[T] { return (*Body[T])((*untyped)(c).body(tree.Create)) }

// View returns the body with which the server shows one entity.
func (c *Collection[T]) View() *Body[T] { return (*Body[T])((*untyped)(c).body(tree.View)) }

// Delete returns the body with which the server confirms that an entity is deleted.
func (c *Collection[T]) Delete() *Body[T] { return (*Body[T])((*untyped)(c).body(tree.Delete)) }

// List returns the body with which the server shows an entity in a list.
func (c *Collection[T]) List() *Body[T] { return (*Body[T])((*untyped)(c).body(tree.List)) }

// Update returns the body with which a client changes an entity.
func (c *Collection[T]) Update() *Body[Patch[T]] {
	return bodyOf[Patch[T]](c.started().update())
}

func (s *state) update() *content {
	b := contentOf(object(s.group.Node), tree.Update, entities(), func() codec.Codec { return patchCodec{s} })
	b.Node.Versioned = s.version != nil
	return b
}

// Replace returns the body with which a client replaces an entity. It has the members of
// [Collection.Create].
func (c *Collection[T]) Replace() *Body[Replacement[T]] {
	return bodyOf[Replacement[T]](c.started().replacing())
}

func (s *state) replacing() *content {
	b := contentOf(object(s.group.Node), tree.Create, entities(), func() codec.Codec { return replacementCodec{s} })
	b.Node.Versioned = s.version != nil
	b.Node.Replaces = true
	return b
}

// whole returns the content of a body, or nil if it has no collection.
func (b *Body[T]) whole() *content { return (*untypedBody)(b).whole() }

// Parse parses JSON text. The error is [prop.Violations], a [*prop.SyntaxError], or lists the
// faults of the declaration.
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

// Check returns the violations of v, as of a request with this value. It panics if the
// declaration has a fault.
func (b *Body[T]) Check(v T) prop.Violations { return b.whole().check(place.Of(&v)) }

func (b *content) check(a place.Addr) prop.Violations {
	if err := b.fault(); err != nil {
		panic("tenon: " + err.Error())
	}
	var r codec.Report
	b.Codec().Check(&r, a)
	return codec.Gather[prop.Violations](&r)
}

// Append appends v as JSON to dst. It returns an error if a value has no JSON text, such as
// NaN, or if it contains itself.
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
		return errors.New("the body has no collection")
	}
	return b.Valid()
}

// faults returns an error with the faults of a declaration.
func faults(p *tree.Prop, m tree.Mode) error {
	faults := verify.FaultsIn(p, m)
	if len(faults) == 0 {
		return nil
	}
	return errors.New(verify.Text("the declaration has a fault", faults))
}

// outcome returns the error of what a decoder has read.
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

// NoContent returns the body of routes whose requests or responses have none:
//
//	route.Delete("/products/{id}", collection.NoContent()) // 204
func NoContent() *Body[Empty] {
	return bodyOf[Empty](&content{Node: &tree.Body{At: tree.Here(), Mode: tree.Create}, Type: empty})
}

var empty = codec.TypeOf[Empty]()
