package endpoint

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// List has the parts of an operation that only lists have. It sends a slice.
type List struct {
	Listing *pagination.List
	Codec   codec.Codec // of the slice
	Item    *codec.Type

	reader *pagination.Reader
	names  map[string]bool // of the parameters of lists
}

// listed has the parts of a call that only lists have.
type listed struct {
	query paginate.Query
	more  bool
	total int
	info  pagination.PageInfo
	page  page // as an interface, without an allocation
}

// Query returns the query of a list.
func (c *Call) Query() paginate.Query { return c.list.query }

// SetPage sets whether more pages follow, and the total.
func (c *Call) SetPage(more bool, total int) { c.list.more, c.list.total = more, total }

func (l *List) compile(op *tree.Operation) {
	l.reader = l.Listing.Compile(op.Method + " " + op.Path)
	l.reader.SetVisibility(tree.VisibilityOf(op.Success.Body.Prop))
	inputs := l.Listing.Inputs()
	l.names = make(map[string]bool, len(inputs))
	for _, in := range inputs {
		l.names[in.Prop.Name()] = true
	}
}

// assemble builds the query from the parameters, unless one of them is invalid.
func (c *Call) assemble() error {
	l, rep := c.endpoint.work.List, &c.ex.Decoder.Report
	l.reader.RejectHidden(c, rep)
	if rep.Since(0) {
		list, more := rep.Violations()
		for i := range list {
			if list[i].In == tree.InQuery && l.names[list[i].Name] {
				return nil
			}
		}
		if more > 0 {
			return nil
		}
	}
	c.list.query, _ = l.reader.Read(c.ex.R.Context(), c, rep) // errors are in the report
	return nil
}

// page implements [pagination.Entities].
type page struct {
	items place.Addr // a slice
	item  *codec.Type
}

func (p *page) Len() int         { return place.Len(p.items) }
func (p *page) Entity(i int) any { return p.item.Cell(place.Item(p.items, i, p.item.Size)) }

// send implements [Sender].
func (l *List) send(c *Call, a *tree.Response) error {
	v, settings := c.list, c.ex.Settings
	v.page = page{c.out, l.Item}
	if err := l.reader.Describe(&v.info, v.query, &v.page, v.more, v.total); err != nil {
		return err
	}
	if err := c.ex.Check(l.Codec, c.out); err != nil {
		return err
	}
	enc := &c.ex.Encoder
	enc.Reset(append(enc.B[:0], settings.Before...))
	l.Codec.Encode(enc, c.out)
	if err := enc.Err(); err != nil {
		return c.ex.Unwritable(err)
	}
	if l.reader.Links() {
		v.info.SetLinks(c.linkTo(&v.info, v.info.Next), c.linkTo(&v.info, v.info.Prev))
	}
	switch {
	case len(settings.After) > 0: // inside the envelope
		l.reader.AppendBeside(enc, &v.info)
	case l.reader.Describes():
		l.setPagination(c)
	}
	c.writeLinked(a.Status, append(enc.B, settings.After...), &v.info)
	return nil
}

// setPagination sends the pagination object in a header, for a list without an envelope.
func (l *List) setPagination(c *Call) {
	enc := &c.ex.Encoder
	h, mark := c.ex.W.Header(), len(enc.B)
	if h[tree.Pagination] != nil { // the route sends its own
		return
	}
	l.reader.Append(enc, &c.list.info)
	h[tree.Pagination] = []string{string(enc.B[mark:])}
	enc.B = enc.B[:mark]
}

// Parser returns a function that reads a query without HTTP, or the faults of the
// declaration.
func (o *Operation) Parser(l *List, items *codec.Type) (func(rawQuery string) (paginate.Query, error), error) {
	if faults := o.Node.Faults; len(faults) > 0 {
		return nil, errors.New(verify.Text("the declaration has a fault", faults))
	}
	o = o.Edit(func(o *Operation) {
		inputs, nodes := o.Inputs, o.Node.Inputs
		o.Inputs, o.Node.Inputs = nil, nil
		for i, n := range nodes {
			if n.In == tree.InQuery {
				o.Inputs, o.Node.Inputs = append(o.Inputs, inputs[i]), append(o.Node.Inputs, n)
			}
		}
		o.Node.Security = &tree.Security{Credentials: tree.CredentialsUnread} // there is no caller
		o.Prepare = func() *Work { return &Work{In: items, Out: items, List: l} }
	})
	env := &Env{}
	env.Limits = env.Limits.WithDefaults()
	e := o.Compile(env, new(Slots), match.Template{})
	return func(rawQuery string) (paginate.Query, error) {
		c := e.newCall()
		c.ex.Decoder.Grants, c.ex.Decoder.Input = nil, false // there is no caller
		c.ex.R = &http.Request{Method: http.MethodGet, Header: http.Header{}, URL: &url.URL{RawQuery: rawQuery}}
		if err := c.parse(); err != nil {
			return paginate.Query{}, err
		}
		if err := c.assemble(); err != nil {
			return paginate.Query{}, err
		}
		if vs := codec.Gather[prop.Violations](&c.ex.Decoder.Report); vs != nil {
			return paginate.Query{}, vs
		}
		return c.list.query, nil
	}, nil
}
