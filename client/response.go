package client

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/tree"
)

// Response has the status and the headers of a response; see [Client.Into]. It is the
// source of the headers that the route declares: etag.Get(&response).
type Response struct {
	source // reads the cells
	other  // a response with a body of its own
	status int
	header http.Header
	of     *operation
	cells  []any // *V of each header
	given  []bool
}

// source is a source of the values in cells.
type source = codec.Cells

// other is a response that a handler sends in place of what it returns.
type other = endpoint.Received

// Status returns the response status code, or 0 if there was no response.
func (a *Response) Status() int { return a.status }

// Header returns the header of the response.
func (a *Response) Header() http.Header { return a.header }

// reset prepares a for the response of a call.
func (a *Response) reset(of *operation) {
	*a = Response{of: of}
	if len(of.headers) > 0 {
		a.cells, a.given = make([]any, len(of.headers)), make([]bool, len(of.headers))
	}
	for i := range of.headers {
		a.cells[i] = of.headers[i].Slot.Cell()
	}
	a.source = codec.NewCells(of.layout, a.cells, a.given, nil, nil)
}

// read reads and validates the declared headers of a successful response; o is nil for the one that
// a call returns.
func (a *Response) read(o *otherResponse) error {
	if len(a.cells) == 0 {
		return nil
	}
	rep := codec.Report{IgnoreRules: true}
	for i := range a.of.headers {
		if o != nil && o.declared.OwnHeaders {
			if !slices.Contains(o.headers, i) {
				continue
			}
		} else if i >= len(a.of.op.ResponseHeaders) {
			continue // of another response
		}
		h := &a.of.headers[i]
		mark := rep.Mark()
		a.given[i] = h.Read(&rep, a.header[h.Name], a.cells[i])
		rep.Parameter(mark, tree.InHeader, h.Name)
	}
	return media.Violated(&rep)
}
