package client

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
)

// Client determines where and how calls are sent:
//
//	c := client.New("https://api.example.com/v1").
//		Prepare(func(r *http.Request) error {
//			r.Header.Set("Authorization", "Bearer "+token)
//			return nil
//		})
//	product, err := show.Call(ctx, c, id.Is("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"))
//
// It is an immutable value, safe for concurrent use: every method returns a changed copy.
type Client struct{ core }

type core = endpoint.ClientCore

// settings is the state of a Client.
type settings struct {
	base     string
	fault    error // of the settings; every call returns it
	http     *http.Client
	prepare  []func(*http.Request) error
	renderer render.Renderer
	format   *problem.Format // nil: RFC 9457
	maxBytes int64
	attempts int
	maxWait  time.Duration
	into     *Response // nil: the caller wants only the value
}

// The defaults of a client.
const (
	defaultMaxBytes = 10 << 20
	defaultAttempts = 3
	defaultMaxWait  = 30 * time.Second
)

// New returns a client of the API at a URL: everything before the path that a route
// declares, including the prefixes of its groups, such as https://api.example.com/v1. If
// the URL is invalid, every call returns an error.
//
// If neither the context of a call nor the client of [Client.HTTP] has a deadline, an attempt may take
// one minute. A stream that the client sends may take any time, but must not stand still for a
// minute; a stream that it receives may take any time once the response has begun.
func New(base string) Client {
	s := &settings{
		base: strings.TrimRight(base, "/"), renderer: render.Envelope("data"),
		maxBytes: defaultMaxBytes, attempts: defaultAttempts, maxWait: defaultMaxWait,
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		s.fault = errors.New("tenon: the URL of the client is not a URL such as https://api.example.com/v1")
	}
	return s.client().HTTP(new(http.Client))
}

func (s *settings) client() Client { return Client{endpoint.ClientCoreOf(s)} }

func (c Client) edit(change func(*settings)) Client {
	s := new(settings)
	if of, ok := endpoint.ClientOf(c).(*settings); ok {
		*s = *of
	} else {
		s.fault = errors.New("tenon: the client was not created by client.New or client.Local")
	}
	change(s)
	return s.client()
}

// HTTP sets the client that sends requests, with its transport, timeout and cookies. Redirects
// are never followed: a route that redirects declares the status, and any other redirect would
// send the request to a host that it is not meant for.
func (c Client) HTTP(h *http.Client) Client {
	if h == nil {
		h = new(http.Client)
	}
	own := *h
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c.edit(func(s *settings) { s.http = &own })
}

// Below returns the client of a part of the API, such as a group of routes below /v1.
// The path must be percent-encoded.
func (c Client) Below(path string) Client {
	return c.edit(func(s *settings) {
		if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#") {
			s.fault = errors.New("tenon: Below of the client needs a path such as /v1")
		}
		s.base += strings.TrimRight(path, "/")
	})
}

// Prepare adds a function that changes each request before it is sent, such as one that
// adds credentials. It is called for every attempt, so that it can renew a token. Its error
// ends the call. It must be safe for concurrent use.
func (c Client) Prepare(f func(*http.Request) error) Client {
	return c.edit(func(s *settings) {
		if f == nil {
			s.fault = errors.New("tenon: Prepare of the client has a nil function")
			return
		}
		s.prepare = append(slices.Clip(s.prepare), f)
	})
}

// Renderer sets the envelope of successful responses, as tenon.API.Renderer does for the
// server. The default is {"data": …}. That of a route is known from its declaration; that of a group
// is not.
func (c Client) Renderer(r render.Renderer) Client {
	return c.edit(func(s *settings) { s.renderer = r })
}

// ProblemFormat sets the representation of problems, as tenon.API.ProblemFormat does for the
// server. Those of a route and of a problem are known from their declarations. Problems of
// RFC 9457 are understood besides.
func (c Client) ProblemFormat(f *render.Format) Client {
	return c.edit(func(s *settings) { s.format = (*problem.Format)(f) })
}

// MaxBytes bounds the body of a response after decompression, and one item of a stream.
// The default is 10 MiB. The memory of the values that are decoded is in proportion: structs take at
// most MaxBytes and 8 bytes for each byte of the body. Of the violations of a problem, 1000 are kept.
func (c Client) MaxBytes(n int64) Client {
	return c.edit(func(s *settings) {
		if n < 1 {
			s.fault = errors.New("tenon: MaxBytes of the client is below 1")
		}
		s.maxBytes = n
	})
}

// Retry bounds the number of attempts, and the wait that the server may request. The default is
// 3 attempts and 30 seconds; Retry(1, 0) sends each request once.
//
// A request is sent again if the server sends Retry-After (RFC 9110 §10.2.3) with 429 or 503,
// or with 409 while a request with the same Idempotency-Key is in progress. Its method must be
// GET, PUT or DELETE, or its route must be Idempotent. The client does not wait beyond the
// deadline of the context.
func (c Client) Retry(attempts int, wait time.Duration) Client {
	return c.edit(func(s *settings) {
		if attempts < 1 || wait < 0 {
			s.fault = errors.New("tenon: Retry of the client needs at least one attempt, and no negative time")
		}
		s.attempts, s.maxWait = attempts, wait
	})
}

// Into stores the status and the headers of responses in a:
//
//	var response client.Response
//	created, err := create.Call(ctx, c.Into(&response), draft)
//	where := location.Get(&response)
//
// It has those of the last call. Concurrent calls need one each.
func (c Client) Into(a *Response) Client {
	return c.edit(func(s *settings) { s.into = a })
}
