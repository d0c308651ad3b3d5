package route

import (
	"net/http"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Location is where a redirect sends the client: a URI reference.
type Location string

// Redirect answers with a place to go to and no content: 301, 302, 303, 307 or
// 308 (RFC 9110 §15.4).
func Redirect(status int) Body[Location] { return redirect{status, callsite.Here()} }

type redirect struct {
	status int
	at     callsite.PC
}

func (r redirect) Node(ir.Key) *ir.Body {
	return &ir.Body{At: r.at, Format: ir.Redirect, Status: r.status}
}

func (r redirect) Codec(ir.Key) codec.Codec[Location] { return nil }
func (r redirect) outlet() outlet[Location]           { return redirectOutlet{} }

type redirectOutlet struct{}

func (redirectOutlet) send(_ *Endpoint, c *Call, a *ir.Answer, v *Location) error {
	c.w.Header().Set("Location", string(*v))
	c.w.WriteHeader(a.Status)
	return nil
}

func redirection(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}
