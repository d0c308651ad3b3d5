package route

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// parser compiles what reads a query without HTTP.
func (l *ListRoute[T]) parser() (func(rawQuery string) (paginate.Query, error), error) {
	op := l.complete()
	if faults := op.Node.Faults; len(faults) > 0 {
		return nil, errors.New(verify.Text("the declaration has a fault", faults))
	}
	op = op.edit(func(o *Operation) {
		inputs, nodes := o.inputs, o.Node.Inputs
		o.inputs, o.Node.Inputs = nil, nil
		for i, n := range nodes {
			if n.In == ir.InQuery {
				o.inputs, o.Node.Inputs = append(o.inputs, inputs[i]), append(o.Node.Inputs, n)
			}
		}
	})
	work := &lister[T]{spec: l.spec}
	op.prepare = func() endpoint { return work }
	e := op.Compile(ir.Key{}, &Env{Limits: Limits{}.WithDefaults(ir.Key{})}, new(Slots), match.Template{})
	return func(rawQuery string) (paginate.Query, error) {
		c := e.newCall()
		c.decoder.Grants, c.decoder.Input = nil, false // there is no client
		c.r = &http.Request{Method: http.MethodGet, Header: http.Header{}, URL: &url.URL{RawQuery: rawQuery}}
		if err := e.parse(c); err != nil {
			return paginate.Query{}, err
		}
		work.assemble(c)
		if vs := codec.Gather[prop.Violations](&c.decoder.Report); vs != nil {
			return paginate.Query{}, vs
		}
		return c.place.(*listed[T]).query, nil
	}, nil
}
