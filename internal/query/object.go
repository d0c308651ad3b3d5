package query

import (
	"sync"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Summary is the value of a pagination object.
type Summary struct{ summary }

// summary has the fields of a Summary: the names of generic functions contain those of a struct.
type summary struct {
	Start   int // number of the page, or offset
	Size    int
	Current string
	Next    string
	More    bool
	Total   int
	Counted *int // the total, if the request asked for it

	Items, Pages               int // of the list, for members of the application
	CountedItems, CountedPages *int
	NextLink, PrevLink         *string
	FirstKey, LastKey          KeyText
}

// KeyText is a key in a response.
type KeyText struct {
	Text   *string
	Number *int64
}

// Object declares the pagination object of a kind of plan: a variant for each total, so that a
// component of an OpenAPI document has the same members in all lists. The first list with a variant
// makes it.
type Object struct {
	Name       string // of the component with the usual total
	Usual      Total
	Total, Doc string // the member with the total
	Members    func(*Summary) []prop.Field

	made [3]variant
}

// variant is a pagination object with one of the totals.
type variant struct {
	declared, compiled sync.Once
	form               *codec.ObjectForm
	node               *tree.Prop
	codec              codec.Codec
}

func (v *variant) compile() codec.Codec {
	v.compiled.Do(func() { v.codec = v.form.Compile(codec.NewCompiler(tree.List)) })
	return v.codec
}

// Envelope is what responses have beside their entities.
type Envelope struct {
	Node   *tree.Prop         // nil: responses say nothing about the page
	Codec  func() codec.Codec // compiles on the first call
	Inline bool               // the members are next to the entities
	Links  bool               // it has links
}

// DefaultObject is the name of pagination objects.
const DefaultObject = "pagination"

// SummaryDoc describes pagination objects.
const SummaryDoc = "The position of the page in the list."

// With returns the object with a total.
func (o *Object) With(t Total) Envelope {
	v := &o.made[t]
	v.declared.Do(func() {
		v.form = o.form(t)
		v.node = property.Object(v.form).As(DefaultObject).Node()
	})
	return Envelope{Node: v.node, Codec: v.compile}
}

func (o *Object) form(t Total) *codec.ObjectForm {
	name := o.Name
	if t != o.Usual {
		name += [...]string{Never: "Uncounted", Always: "Counted", OnRequest: "Countable"}[t]
	}
	s := new(Summary)
	fields := o.Members(s)
	switch member := prop.Int(o.Total).Min(0).Describe(o.Doc); t {
	case Always:
		fields = append(fields, member.At(&s.Total))
	case OnRequest:
		fields = append(fields, member.Describe(o.Doc+" Present if the request has `count=true`.").Optional().AtOptional(&s.Counted))
	}
	g := &codec.ObjectForm{Node: tree.NewCollection(tree.Here(), name), Type: codec.TypeOf[Summary]()}
	g.Node.Doc = SummaryDoc
	for _, f := range fields {
		p := property.Field(f).Place(place.Of(s), g.Type.Size)
		g.Node.Members, g.Bindings = append(g.Node.Members, p.Member), append(g.Bindings, p.Binding)
	}
	return g
}
