package query

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Parameter is a filter with its query parameter.
type Parameter struct {
	Prop   prop.Prop // a *prop.DerivedProp
	Node   *tree.Prop
	Filter *Filter
}

// Core is what every paginate.Filter embeds. It is one word, so that a filter in an
// interface needs no memory.
type Core struct{ p *Parameter }

// NewCore returns the core of a filter.
func NewCore(input prop.Prop, f *Filter) Core {
	return Core{&Parameter{input, property.NodeOf(input), f}}
}

func (c Core) parameter() *Parameter { return c.p }

// ParameterOf returns the parameter of a paginate.Filter. That of the zero filter has a
// fault.
func ParameterOf(filter any) *Parameter {
	p := filter.(interface{ parameter() *Parameter }).parameter()
	if p == nil {
		p = NewCore(new(prop.DerivedProp[string]), new(Filter)).p
	}
	return p
}

// String returns the calls that declare the filter.
func (c Core) String() string {
	p := c.p
	if p == nil || p.Filter.About == nil {
		return "<nil>"
	}
	text := "paginate." + constructors[p.Filter.Op] + "(" + property.WholeText(p.Filter.About) + ")"
	if p.Node.Name != p.Filter.About.Name {
		text += ".As(" + strconv.Quote(p.Node.Name) + ")"
	}
	if !p.Node.MayBeAbsent() {
		text += ".Required()"
	}
	return text + " /* " + property.WholeText(p.Node) + " */"
}

// constructors are the functions of package paginate, by their operators.
var constructors = [...]string{
	Equal: "Equal", In: "In", AtLeast: "AtLeast", AtMost: "AtMost", Greater: "Greater", Less: "Less",
	Between: "Between", Contains: "Contains", Prefix: "Prefix", IsNull: "IsNull",
}

// The parameters of lists, as the arguments of client calls name them. Each list declares
// its own, with its own bounds.
var (
	PageParam    = prop.Int("page")
	OffsetParam  = prop.Int("offset")
	LimitParam   = prop.Int("limit")
	CursorParam  = prop.String("cursor")
	CountParam   = prop.Bool("count")
	OrderByParam = prop.Array(prop.String("order_by"))
	AfterParam   = prop.String("starting_after")
	BeforeParam  = prop.String("ending_before")
)
