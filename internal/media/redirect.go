package media

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Redirect returns a body that is the target of a redirect, a string.
func Redirect(status int) Body { return redirect{status, tree.Here()} }

type redirect struct {
	status int
	at     tree.Position
}

func (r redirect) Node() *tree.Body {
	return &tree.Body{At: r.at, Format: tree.Redirect, Status: r.status}
}

func (r redirect) Codec() codec.Codec        { return nil }
func (r redirect) encoder() ResponseEncoder  { return redirectEncoder{} }
func (r redirect) receiver() ResponseDecoder { return redirectReceiver{} }

type redirectEncoder struct{}

func (redirectEncoder) Send(x *Exchange, a *tree.Response, v place.Addr) error {
	location := *place.To[string](v)
	if what := unfollowable(location); what != "" {
		return errors.New("the handler of " + x.Operation.Method + " " + x.Operation.Path + " redirects to a location that " + what)
	}
	x.W.Header().Set("Location", location)
	x.W.WriteHeader(a.Status)
	return nil
}

// unfollowable returns what is wrong with a location, or "". It does not repeat the location,
// which a client may have sent.
func unfollowable(location string) string {
	if location == "" || tree.CheckLink(location) != "" {
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
	return "is neither http nor https"
}

// IsRedirect reports whether a redirect may have the status.
func IsRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

type redirectReceiver struct{}

func (redirectReceiver) Receive(a *Response, v place.Addr) error {
	lines := a.HTTP.Header["Location"]
	if len(lines) != 1 {
		return errors.New("it does not have exactly one Location")
	}
	*place.To[string](v) = lines[0]
	return nil
}
