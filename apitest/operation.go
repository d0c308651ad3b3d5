package apitest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/tree"
)

// operation is an operation with what its requests and responses are checked by.
type operation struct {
	*tree.Operation
	api    *tree.API
	inputs []tree.Input
	// request reads the body of a request, as JSON, and writes it in canonical form; nil if it is
	// neither JSON nor a form of texts. responses do so for the bodies of successes.
	request   probe.Try
	responses map[*tree.Body]probe.Try
	problems  map[*tree.ProblemFormat]probe.Try
	others    []*operation // the operation with bodies of other media types alone
	list      value        // the extension x-list; no value if the operation is none
}

func operationsOf(app probe.Opener) (all []*operation) {
	api := probe.Tree(app)
	of := map[*tree.Operation]*operation{}
	for _, op := range api.Operations {
		o := &operation{Operation: op, api: api, inputs: op.AllInputs(), responses: map[*tree.Body]probe.Try{}, problems: map[*tree.ProblemFormat]probe.Try{}}
		for _, x := range op.Extensions {
			if x.Name == "x-list" {
				o.list, _ = parse([]byte(x.JSON))
			}
		}
		of[op], all = o, append(all, o)
	}
	for op, probe := range probe.Of(app) {
		o := of[op]
		switch {
		case o == nil || probe.Body == nil:
		case probe.Problem != nil:
			o.problems[probe.Problem] = probe.Try
		case probe.Body.Format == tree.Lines && !op.Body.Has(probe.Body):
			o.responses[probe.Body] = probe.Try
		case probe.Body.Format != tree.JSON && !(isForm(probe.Body) && op.Body.Has(probe.Body)):
		case probe.Body == op.Body && o.request == nil:
			o.request = probe.Try
		case probe.Body != op.Body && op.Body.Has(probe.Body):
			o.others = append(o.others, o.reading(probe))
		default:
			o.responses[probe.Body] = probe.Try
		}
	}
	return all
}

// reading returns the operation with one body of its request.
func (o *operation) reading(body probe.Probe) *operation {
	other := *o
	other.Operation = o.Edit(func(n *tree.Operation) { n.Body = body.Body })
	other.request, other.others = body.Try, nil
	return &other
}

// name names the operation in a report.
func (o *operation) name() string { return o.Method + " " + o.Path }

// success returns the declared success with a status.
func (o *operation) success(status int) (*tree.Response, bool) {
	for a := range o.Responses() {
		if a.Status == status {
			return a, true
		}
	}
	return nil, false
}

// fails reports whether the operation declares a problem with a status, and with a code, if that
// is not "".
func (o *operation) fails(status int, code string) bool {
	if o.RangeOf(status) != nil {
		return true
	}
	for _, f := range o.Fails {
		if f.Range == tree.NoRange && o.FormatOf(f).Status(f.Status) == status && (code == "" || f.Code == code) {
			return true
		}
	}
	for _, b := range o.BuiltinProblems() {
		if o.ProblemFormat.Status(b.Status) == status && (code == "" || b.Code == code) {
			return true
		}
	}
	return false
}

// entity returns the collection of the entity that a success shows, or nil.
func (o *operation) entity() *tree.Collection {
	b := o.Success.Body
	if b.Empty() || b.Format != tree.JSON || b.Prop == nil || b.Paged {
		return nil
	}
	return collectionOf(b.Prop)
}

// items returns the collection of the items that a success lists, or nil.
func (o *operation) items() *tree.Collection {
	b := o.Success.Body
	if o.Method != "GET" || b.Empty() || b.Format != tree.JSON || b.Prop == nil {
		return nil
	}
	if t, ok := b.Prop.Type.(tree.Array); ok {
		return collectionOf(t.Item)
	}
	return nil
}

func collectionOf(p *tree.Prop) *tree.Collection {
	if t, ok := p.Type.(tree.Object); ok {
		return t.Of()
	}
	return nil
}

// content returns the value inside the envelope of a success.
func (o *operation) content(body []byte) (value, bool) {
	v, ok := parse(body)
	if name := o.EnvelopeIn(o.api); ok && name != "" {
		return v.get(name)
	}
	return v, ok
}

// canonical returns the entity that the server reads of a valid body.
func (o *operation) canonical(body []byte) value {
	again, err := o.request(body, false)
	if err != nil {
		again = body
	}
	v, _ := parse(again)
	if name, _ := o.wrapper(); name != "" {
		v, _ = v.get(name)
	}
	return v
}

// takes reports whether a body, as JSON, is valid.
func (o *operation) takes(body []byte) bool {
	_, err := o.request(body, false)
	return err == nil
}

// sent returns the collection of the entity that a request sends, or nil.
func (o *operation) sent() *tree.Collection {
	if o.request == nil || o.Body.Prop == nil {
		return nil
	}
	if _, inner := o.wrapper(); inner != nil {
		return inner
	}
	return collectionOf(o.Body.Prop)
}

// wrapper returns the only member of a request that holds the entity, as in {"article": {…}}, and
// its collection. It returns "" if the members of the request are those of the entity.
func (o *operation) wrapper() (name string, inner *tree.Collection) {
	c := collectionOf(o.Body.Prop)
	if c == nil {
		return "", nil
	}
	members := c.In(o.Body.Mode)
	if len(members) != 1 {
		return "", nil
	}
	if shown := o.entity(); shown != nil && shown.MemberOf(members[0].Prop) != nil {
		return "", nil
	}
	if inner = collectionOf(members[0].Prop); inner == nil {
		return "", nil
	}
	return members[0].Prop.Name, inner
}

// paging returns the query parameters with the position and the size of a page; nil if there are none. The size
// follows the position, and has a default.
func (o *operation) paging() (position, limit *tree.Input) {
	if len(o.list.names) == 0 {
		return nil, nil
	}
	for i := range o.inputs {
		in := &o.inputs[i]
		_, number := in.Prop.Type.(tree.Integer)
		if in.In != tree.InQuery {
			continue
		}
		if position != nil && number && in.Prop.Default != nil && slices.Contains(in.Prop.Rules, tree.Rule(tree.Min{Bound: "1"})) {
			return position, in
		}
		position = nil
		if _, text := in.Prop.Type.(tree.Text); number || text {
			position = in
		}
	}
	return nil, nil
}

// limit returns the name of the query parameter with the size of a page; "" if there is none.
func (o *operation) limit() string {
	if _, limit := o.paging(); limit != nil {
		return limit.Prop.Name
	}
	return ""
}

// counting returns the name of the query parameter that asks for the total; "" if there is none.
func (o *operation) counting() string {
	for _, in := range o.inputs {
		if _, yes := in.Prop.Type.(tree.Boolean); yes && in.In == tree.InQuery && in.Prop.Name == "count" && len(o.list.names) > 0 {
			return in.Prop.Name
		}
	}
	return ""
}

// usual returns the terms of the order that the list has without a parameter.
func (o *operation) usual() (terms []string) {
	order, _ := o.list.get("order")
	for _, term := range order.items {
		terms = append(terms, term.text)
	}
	return terms
}

// sorts returns the parameter for the order, and its terms that are a property with or without
// a minus sign.
func (o *operation) sorts() (parameter string, terms []string) {
	for _, in := range o.inputs {
		list, ok := in.Prop.Type.(tree.Array)
		if !ok || in.In != tree.InQuery || !slices.ContainsFunc(in.Prop.Rules, orders) {
			continue
		}
		if set, ok := list.Item.Type.(tree.Enum); ok {
			for _, term := range set.Values {
				if !strings.HasPrefix(term, "+") {
					terms = append(terms, term)
				}
			}
			return in.Prop.Name, terms
		}
	}
	return "", nil
}

func orders(r tree.Rule) bool {
	c, ok := r.(tree.Custom)
	return ok && c.Name == "order_by_twice"
}

// cursors reports whether a list continues after its last entity, whatever is added or deleted
// before it.
func (o *operation) cursors() bool {
	_, ok := o.list.get("cursor")
	return ok
}

// text returns a value of an input as the text in a request.
func text(p *tree.Prop, attempt int) (string, bool) {
	sample, ok := samples.Of(p, tree.Create, attempt)
	if !ok {
		return "", false
	}
	v, _ := parse(sample)
	return plain(v)
}

// plain returns a scalar, or an array of scalars, as the text in a request.
func plain(v value) (string, bool) {
	switch v.kind {
	case jsonx.String:
		return v.text, true
	case jsonx.Array:
		var texts []string
		for _, item := range v.items {
			s, ok := plain(item)
			if !ok {
				return "", false
			}
			texts = append(texts, s)
		}
		return strings.Join(texts, ","), true
	case jsonx.Object, jsonx.Null, jsonx.Invalid:
		return "", false
	}
	return v.json(), true
}

// statuses names statuses in a report.
func statuses(all ...int) string {
	var texts []string
	for _, s := range all {
		texts = append(texts, strconv.Itoa(s))
	}
	return strings.Join(texts, " or ")
}
