package route

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Location is where a redirect sends the client: a path such as /orders/7, relative
// to the URL of the request, or an absolute URL of http or https. An app on a device
// has a scheme of its own, with a dot, such as com.example.app (RFC 8252 §7.1).
// Anything else is a mistake of the handler and becomes a 500: other schemes, such as
// javascript, a path that begins with // and so names another host, and what is no
// URI reference.
type Location string

// Redirect answers with a place to go to and no content: 301, 302, 303, 307 or
// 308 (RFC 9110 §15.4).
func Redirect(status int) Body[Location] { return typed[Location](redirect{status, callsite.Here()}) }

type redirect struct {
	status int
	at     callsite.PC
}

func (r redirect) Node() *ir.Body {
	return &ir.Body{At: r.at, Format: ir.Redirect, Status: r.status}
}

func (r redirect) Codec() codec.Codec       { return nil }
func (r redirect) encoder() responseEncoder { return redirectEncoder{} }

type redirectEncoder struct{}

func (redirectEncoder) send(e *Endpoint, c *Call, a *ir.Response, at place.Addr) error {
	v := place.To[Location](at)
	if what := unfollowable(string(*v)); what != "" {
		return errors.New("the handler of " + e.op.Method + " " + e.op.Path + " redirects to a location that " + what)
	}
	c.w.Header().Set("Location", string(*v))
	c.w.WriteHeader(a.Status)
	return nil
}

// unfollowable says what is wrong with a location; "" is nothing. It does not repeat
// it, for it may be a client's.
func unfollowable(location string) string {
	if location == "" || ir.CheckLink(location) != "" {
		return "is not a URI reference (RFC 3986 §4.1)"
	}
	u, err := url.Parse(location)
	switch {
	case err != nil:
		return "is not a URL"
	case strings.HasPrefix(location, "//"):
		return "begins with //, which names another host"
	case u.User != nil:
		return "has a user in it"
	case u.Scheme == "":
		return ""
	case u.Scheme == "http" || u.Scheme == "https":
		if u.Hostname() == "" {
			return "has no host"
		}
		return ""
	case strings.Contains(u.Scheme, "."):
		return ""
	}
	return "is neither of http nor of https"
}

func redirection(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}
