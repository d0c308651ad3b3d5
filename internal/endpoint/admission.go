package route

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/quota"
)

// limiters are those of an operation, by when they can be asked.
type limiters struct{ early, late []quota.Limiter }

// limitersOf returns the limiters of an operation in the order in which they were
// declared, those of the API first.
func (g *Limiters) limitersOf(o *Operation) (out limiters) {
	for _, c := range o.counted {
		l := g.opened[c]
		if l.Early() {
			out.early = append(out.early, l)
		} else {
			out.late = append(out.late, l)
		}
	}
	return out
}

// credentials is where an operation looks for credentials.
type credentials struct {
	headers, cookies   []string
	query, certificate bool
}

func credentialsOf(s *ir.Security) (c credentials) {
	if !s.Secured() {
		return c
	}
	for _, together := range append(slices.Clip(s.Schemes), s.Others) {
		for _, scheme := range together {
			switch in, name := scheme.Location(); in {
			case ir.InHeader:
				c.headers = append(c.headers, name)
			case ir.InCookie:
				c.cookies = append(c.cookies, name)
			case ir.InQuery:
				c.query = true
			default:
				c.certificate = true
			}
		}
	}
	return c
}

// in reports whether a request may have credentials.
func (c *credentials) in(r *http.Request) bool {
	for _, name := range c.headers {
		if len(r.Header[name]) > 0 {
			return true
		}
	}
	for _, name := range c.cookies {
		for _, line := range r.Header["Cookie"] {
			if strings.Contains(line, name) {
				return true
			}
		}
	}
	return c.query && r.URL.RawQuery != "" || c.certificate && r.TLS != nil && len(r.TLS.PeerCertificates) > 0
}

// admit finds who calls, and whether they may at this time.
func (e *Endpoint) admit(c *Call) error {
	if err := c.count(e.limiters.early); err != nil {
		return err
	}
	if err := e.bounded(c.r); err != nil {
		return c.orLimited(err)
	}
	if err := e.identify(c); err != nil {
		return err
	}
	if err := c.count(e.limiters.late); err != nil {
		return err
	}
	return e.authorize(c)
}

// orLimited counts a request that proves no identity as one of a guest. It returns
// the problem of the limit that rejects it, or else err.
func (c *Call) orLimited(err error) error {
	if limited := c.count(c.endpoint.limiters.late); limited != nil {
		return limited
	}
	return err
}

// identify finds the identity of a request. Credentials that fail count by address
// under each limit by identity: an address that has failed too often is rejected
// before its credentials are looked at.
func (e *Endpoint) identify(c *Call) error {
	a := e.access
	if a.requires == nil {
		return nil
	}
	offered := len(e.limiters.late) > 0 && e.credentials.in(c.r)
	if offered {
		if err := e.attempt(c); err != nil {
			return err
		}
	}
	check := auth.RequirementOf(a.requires).Check
	if a.public {
		check = auth.RequirementOf(a.requires).CheckOptional
	}
	found, refused := check(c.r)
	who := authn.Identity(found)
	failed := refused != nil && refused.Status < 500 && refused.BuiltinProblem != ir.Unauthenticated
	if offered {
		for _, l := range e.limiters.late {
			l.Settle(c.r, failed)
		}
	}
	switch {
	case refused == nil:
	case failed:
		return c.authProblem(refused)
	default:
		if err := c.count(e.limiters.late); err != nil {
			return err
		}
		return c.authProblem(refused)
	}
	if !who.Anonymous() {
		e.caching.identify(c.w.Header())
	}
	c.setIdentity(who)
	if who.ExpiresAt().IsZero() {
		c.r = c.r.WithContext(authn.NewContext(c.r.Context(), who))
	} else {
		c.expiring = &expiring{Context: c.r.Context(), who: who}
		c.r = c.r.WithContext(c.expiring)
	}
	if e.env.Identified != nil {
		e.env.Identified(c.r, who)
	}
	return nil
}

// attempt asks each limit by identity whether credentials may be checked.
func (e *Endpoint) attempt(c *Call) error {
	for i, l := range e.limiters.late {
		v := l.Attempt(c.r)
		if v.Admitted {
			continue
		}
		for _, before := range e.limiters.late[:i] {
			before.Settle(c.r, false)
		}
		c.verdicts = append(c.verdicts, v)
		quota.Headers(c.w.Header(), c.verdicts)
		return hasDeadline(c.w, &v)
	}
	return nil
}

// authorize holds the identity against the rules of the operation.
func (e *Endpoint) authorize(c *Call) error {
	a := e.access
	if a.requires == nil || a.public {
		return nil
	}
	lacks, ok := auth.Rule(a.rules).Check(c.r.Context(), auth.Identity(c.who))
	switch {
	case ok:
		return nil
	case len(lacks) == 0:
		return refuse(ir.Forbidden, "")
	}
	return c.authProblem(auth.RequirementOf(a.requires).InsufficientScope(auth.Identity(c.who), lacks...))
}
