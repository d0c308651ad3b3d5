package route

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// styled is a property with a style of its own. It has a fault where properties have no style.
type styled struct {
	prop.Prop
	plain    prop.Prop // without the fault; nil if there is none
	style    tree.Style
	reserved bool
	empty    bool         // an empty text is absent
	misfit   []tree.Fault // of a parameter
	faults   []tree.Fault
}

// memberStyles returns the styles of the members of a form.
func memberStyles(props []prop.Prop) (all []media.MemberStyle) {
	for _, p := range props {
		s, ok := p.(styled)
		m := media.MemberStyle{Style: s.style, AbsentIfEmpty: s.empty}
		switch {
		case p == nil:
			m.Fault = "a style of a form is nil"
		case len(s.faults) > 0:
			m.Fault = s.faults[0].Message
		case s.reserved:
			m.Fault = "AllowReserved is for a query parameter, which " + strconv.Quote(p.Name()) + " is not"
		case !ok || s.style == tree.Simple && !s.empty:
			m.Fault = "a form names " + strconv.Quote(p.Name()) + " without a style, such as route.DeepObject"
		default:
			m.Name = p.Name()
		}
		all = append(all, m)
	}
	return all
}

// withStyle returns a property with a style.
func withStyle(p prop.Prop, style tree.Style, function string) styled {
	s, ok := p.(styled)
	switch {
	case p == nil:
		none := tree.Faultf("%s(nil): there is no property", function)
		return styled{Prop: derived(codec.Form{}, func(n *tree.Prop) { n.Faults = []tree.Fault{none} }), faults: []tree.Fault{none}}
	case !ok:
		s.plain = p
		elsewhere := tree.Faultf("%s is for parameters and members of forms only", function)
		s.Prop = derived(property.FormOf(p), func(n *tree.Prop) { n.Faults = append(n.Faults, elsewhere) })
	case s.plain == nil:
		return s
	case s.style != tree.Simple:
		s.faults = append(s.faults[:len(s.faults):len(s.faults)], tree.Faultf("%s(%s): the property has another style already", function, p.Name()))
		return s
	}
	switch s.style = style; style {
	case tree.DeepObject, tree.Content, tree.Exploded:
		f := property.FormOf(s.plain)
		f.Style = style
		s.plain = derived(f, func(*tree.Prop) {})
	}
	return s
}

func derived(f codec.Form, change func(*tree.Prop)) prop.Prop {
	return (*prop.DerivedProp[struct{}])(property.Remade(&f, change))
}

// CSV writes a list in a query as one parameter with commas between its items, a=1,2,3
// (OpenAPI's style form without explode). By default the parameter is repeated, a=1&a=2&a=3.
func CSV(list prop.Prop) prop.Prop { return withStyle(list, tree.CSV, "CSV") }

// SpaceDelimited writes a list in a query as one parameter with spaces between its items,
// a=1%202%203 or a=1+2+3 (OpenAPI's style spaceDelimited). No item can have a space.
func SpaceDelimited(list prop.Prop) prop.Prop {
	return withStyle(list, tree.SpaceDelimited, "SpaceDelimited")
}

// PipeDelimited writes a list in a query as one parameter with vertical bars between its items,
// a=1|2|3 (OpenAPI's style pipeDelimited). No item can have a vertical bar.
func PipeDelimited(list prop.Prop) prop.Prop {
	return withStyle(list, tree.PipeDelimited, "PipeDelimited")
}

// DeepObject writes an object in a query as one parameter for each member,
// filter[min]=1&filter[max]=9 (OpenAPI's style deepObject). Members may be nested, and p may be a
// list, a map or a union: items[0][name]=a. OpenAPI does not define these, but APIs and their tools
// use them; descriptions in the document mention them.
//
// A server reads a list with indexes from 0, in any order, or with empty brackets, tags[]=a&tags[]=b.
// A client sends indexes. Brackets have no types: where a union admits them, the text of a number
// is a number, and true and false are booleans. There is no null, and no empty list or object.
func DeepObject(p prop.Prop) prop.Prop { return withStyle(p, tree.DeepObject, "DeepObject") }

// Exploded writes an object in a query as one parameter for each member, min=1&max=9, which has the name
// of the member (OpenAPI's style form with explode, its default). Several parameters are one value in Go
// thus, with the rules of their collection. The members are texts and lists of texts. An object that is
// not optional is there even without a parameter, as far as none of its members is required.
func Exploded(p prop.Prop) prop.Prop { return withStyle(p, tree.Exploded, "Exploded") }

// AsJSON writes a parameter as JSON, filter={"min":1,"max":9} (OpenAPI's content, in place of a
// schema). It may have any type, and be null.
func AsJSON(p prop.Prop) prop.Prop { return withStyle(p, tree.Content, "AsJSON") }

// AllowReserved documents that clients may send the reserved characters of RFC 3986 in a query
// parameter as they are, except those that separate parameters (OpenAPI's allowReserved). The
// server reads them with and without it, but for a semicolon. A plus is a space, and & and #
// end the value: clients must escape them.
func AllowReserved(p prop.Prop) prop.Prop {
	s, ok := p.(styled)
	if !ok {
		s = withStyle(p, tree.Simple, "AllowReserved")
	}
	s.reserved = true
	return s
}

// AbsentIfEmpty reads an empty text of a member of a form as absent. Browsers send one for each
// input without a text, also of a number or a date:
//
//	route.Form(orders.Create(), route.AbsentIfEmpty(age), route.AbsentIfEmpty(due))
//
// The member must be optional or have a default.
func AbsentIfEmpty(p prop.Prop) prop.Prop {
	s := withStyle(p, tree.Simple, "AbsentIfEmpty")
	s.empty, s.misfit = true, []tree.Fault{tree.Faultf("AbsentIfEmpty is for members of forms only")}
	return s
}
