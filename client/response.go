package route

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Response is what a server said beside the content; see [Client.Into]. It is the
// source of the headers that the route declares with Sends: etag.Get(&answer).
type Response struct {
	source // over the cells
	status int
	header http.Header
	of     *requestBuilder
	cells  []any // *V of each header
	given  []bool
}

// Status is the status of the answer; 0 where there was none.
func (a *Response) Status() int { return a.status }

// Header are the header fields of the answer.
func (a *Response) Header() http.Header { return a.header }

// begin makes the answer one to a call, with nothing in it yet.
func (a *Response) begin(of *requestBuilder) {
	*a = Response{of: of}
	if len(of.sends) > 0 {
		a.cells, a.given = make([]any, len(of.sends)), make([]bool, len(of.sends))
	}
	for i := range of.sends {
		a.cells[i] = of.sends[i].slot.Cell()
	}
	a.source = codec.NewCells(of.layout, a.cells, a.given, nil, nil)
}

// read reads the headers that a success carries, which keep their rules like any
// value.
func (a *Response) read() error {
	if len(a.cells) == 0 {
		return nil
	}
	var rep codec.Report
	for i := range a.of.sends {
		s := &a.of.sends[i]
		mark := rep.Mark()
		a.given[i] = readHeader(&rep, s, a.header[s.name], a.cells[i])
		rep.Parameter(mark, ir.InHeader, s.name)
	}
	if vs := codec.Gather[prop.Violations](&rep); vs != nil {
		return broken(vs)
	}
	return nil
}

func readHeader(rep *codec.Report, s *header, lines []string, cell any) (given bool) {
	var r raw
	r.header(s.slot.Shape(), lines)
	switch {
	case r.n == 0 && s.required:
		rep.Add(codec.Required)
	case r.n == 0:
		s.slot.Fill(cell)
	case s.slot.Shape() == codec.Several:
		s.slot.ParseList(rep, r.texts, cell)
	case r.n > 1:
		rep.Add(codec.Repeated)
	default:
		s.slot.Parse(rep, r.text, cell)
	}
	return r.n > 0
}
