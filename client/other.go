package client

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// otherResponse is a response with a body of its own, beside the one that a call returns.
type otherResponse struct {
	id       *tree.ID
	declared *tree.Response
	typ      *codec.Type
	body     media.ResponseDecoder // nil: no content
	headers  []int                 // in those of the operation
}

func othersOf(o *endpoint.Operation, headers []*tree.ID) (all []otherResponse) {
	for _, r := range o.Options().Others {
		c := otherResponse{id: r.ID, declared: &o.Node.Also[r.Index], typ: r.Type}
		for _, h := range r.Headers {
			c.headers = append(c.headers, slices.Index(headers, property.NodeOf(h).ID))
		}
		if c.declared.Body != nil {
			c.body = media.ReceiverOf(r.Body)
		}
		all = append(all, c)
	}
	return all
}

// other returns the response with a body of its own that was received; nil if it is none. Responses
// of one status have different media types.
func (c *operation) other(h *http.Response) *otherResponse {
	if len(c.others) == 0 {
		return nil
	}
	essence, _ := accept.MediaType(h.Header.Get("Content-Type"))
	if a := c.success(h.StatusCode); a != nil && (a.Body == nil || hasType(a.Body, essence)) {
		return nil
	}
	for i := range c.others {
		o := &c.others[i]
		if o.declared.Status != h.StatusCode {
			continue
		}
		if b := o.declared.Body; b == nil || b.Format == tree.Redirect || hasType(b, essence) {
			return o
		}
	}
	return nil
}

// hasType reports whether a body may have a media type, whatever the parameters are.
func hasType(b *tree.Body, essence string) bool {
	return slices.ContainsFunc(b.MediaTypes(), func(name string) bool { return accept.Covers(name, essence) })
}

// readOther reads a response with a body of its own into the [Response] of the client.
func (a *received) readOther(o *otherResponse) error {
	if a.HTTP.StatusCode == http.StatusNotModified {
		return ErrNotModified
	}
	v := o.typ.New()
	a.Declared = o.declared
	err := a.response.read(o)
	if err == nil && o.body != nil {
		if !a.stored {
			err = errors.New("the route declares this response " + strconv.Itoa(o.declared.Status) + ", but the call returns another; read it with Into, and Lookup of the response")
		} else {
			err = o.body.Receive(&a.Response, v)
		}
	}
	if err != nil {
		return a.unexpected(err)
	}
	endpoint.SetReceived(&a.response.other, o.id, v)
	return nil
}
