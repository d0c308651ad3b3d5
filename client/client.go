package route

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/render"
)

// Client is where and how calls of routes are sent:
//
//	client := route.NewClient("https://api.example.com/v1").
//		Prepare(func(r *http.Request) error {
//			r.Header.Set("Authorization", "Bearer "+token)
//			return nil
//		})
//	product, err := show.Call(ctx, client, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//
// It is an immutable value, safe for concurrent use: every method returns a
// changed copy.
type Client struct {
	base     string
	fault    error
	http     *http.Client
	prepare  []func(*http.Request) error
	renderer render.Renderer
	most     int64 // bytes of an answer
	attempts int
	patience time.Duration
	into     *Response // nil: nobody wants to know
}

// The limits of a client that says nothing else.
const (
	defaultResponse = 10 << 20
	defaultAttempts = 3
	defaultPatience = 30 * time.Second
)

// NewClient makes a client of the API at a URL: everything before the path that a
// route declares, the prefixes of its groups included, such as
// https://api.example.com/v1. A URL that is none is told by the calls.
func NewClient(base string) Client {
	c := Client{
		base: strings.TrimRight(base, "/"), renderer: render.Envelope("data"),
		most: defaultResponse, attempts: defaultAttempts, patience: defaultPatience,
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		c.fault = errors.New("tenon: the URL of the client is not such as https://api.example.com/v1")
	}
	return c.HTTP(new(http.Client))
}

// HTTP sets what requests go through: its transport, time-out and cookies.
// Redirects are never followed: a route that answers with one declares it, and
// any other would send what was meant for one place to another.
func (c Client) HTTP(h *http.Client) Client {
	if h == nil {
		h = new(http.Client)
	}
	own := *h
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http = &own
	return c
}

// Below returns the client of a part of the API, such as a group of routes below
// /v1. The path is percent-encoded where it has to be.
func (c Client) Below(path string) Client {
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#") {
		c.fault = errors.New("tenon: Below of the client needs a path such as /v1")
	}
	c.base += strings.TrimRight(path, "/")
	return c
}

// Prepare adds a function that changes each request before it is sent, such as
// one that adds credentials. It is called again where a request is sent again, so
// that a token may be renewed, and its error ends the call. It must be safe for
// concurrent use.
func (c Client) Prepare(f func(*http.Request) error) Client {
	if f == nil {
		c.fault = errors.New("tenon: Prepare of the client has a nil function")
		return c
	}
	c.prepare = append(slices.Clip(c.prepare), f)
	return c
}

// Renderer says what stands around the content of a success: that of the API, see
// tenon.API.Renderer. Without it, it is {"data": …}.
func (c Client) Renderer(r render.Renderer) Client {
	c.renderer = r
	return c
}

// MaxBytes sets how many bytes of an answer are read, after decompression;
// without it, 10 MiB. Of a stream it is how many bytes one item may have.
func (c Client) MaxBytes(n int64) Client {
	if n < 1 {
		c.fault = errors.New("tenon: MaxBytes of the client is below 1")
	}
	c.most = n
	return c
}

// Retry sets how often a request is sent at most, and how long a wait the server
// may ask for; without it, 3 times and 30 seconds. Retry(1, 0) sends it once.
//
// A request is sent again where the server says when, with Retry-After (RFC 9110
// §10.2.3): after 429 and 503, and after 409 for a request with the same
// Idempotency-Key that has not ended yet. It must be a GET, PUT or DELETE, or of a
// route that is [WriteRoute.Idempotent]. There is no waiting beyond the deadline of
// the context.
func (c Client) Retry(attempts int, patience time.Duration) Client {
	if attempts < 1 || patience < 0 {
		c.fault = errors.New("tenon: Retry of the client needs at least one attempt, and no negative time")
	}
	c.attempts, c.patience = attempts, patience
	return c
}

// Into lets calls tell about the answer beside its content: its status, and the
// headers that a route declares with Sends:
//
//	var answer route.Response
//	created, err := create.Call(ctx, client.Into(&answer), draft)
//	where := location.Get(&answer)
//
// The answer is that of the last call; calls at the same time need one each.
func (c Client) Into(a *Response) Client {
	c.into = a
	return c
}
