package endpoint

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/tree"
)

// admission returns the stage that counts requests, and authenticates and authorizes callers; see
// access.go for what it requires of them.
func (e *Endpoint) admission(o *Operation) stage {
	s := o.Node.Security
	if s == nil || s.Credentials == tree.CredentialsUndecided {
		panic("tenon: nothing has decided who may call " + o.Node.Method + " " + o.Node.Path)
	}
	e.access, e.credentials = &o.Access, credentialsOf(s)
	e.limiters = e.env.Limiters.of(o)
	switch {
	case o.Access.Everyone:
		return e.admitAs(everyone(o.Node))
	case !s.Identifies() && len(e.limiters.early)+len(e.limiters.late) == 0:
		return (*Call).checkSizes
	}
	e.identifies = s.Identifies()
	e.named = s.Access.HasPathParams()
	return e.admit
}

// credentials lists where an operation reads credentials in a request.
type credentials struct {
	headers, cookies   []string
	query, certificate bool
}

func credentialsOf(s *tree.Security) (c credentials) {
	if !s.Secured() {
		return c
	}
	for _, together := range append(slices.Clip(s.Schemes), s.Others) {
		for _, scheme := range together {
			switch in, name := scheme.Location(); in {
			case tree.InHeader:
				c.headers = append(c.headers, name)
			case tree.InCookie:
				c.cookies = append(c.cookies, name)
			case tree.InQuery:
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

// admit counts the request, identifies the caller and checks its scopes.
func (e *Endpoint) admit(c *Call) error {
	if err := c.count(e.limiters.early); err != nil {
		return err
	}
	if err := c.checkSizes(); err != nil {
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

// orLimited counts a request that fails before the caller is identified as anonymous. It
// returns the problem of the limit that rejects it, or else err.
func (c *Call) orLimited(err error) error {
	if limited := c.count(c.endpoint.limiters.late); limited != nil {
		return limited
	}
	return err
}

// identify authenticates the caller. Failed credentials count by address toward each
// limit by identity: an address with too many failures is rejected before its
// credentials are checked.
func (e *Endpoint) identify(c *Call) error {
	a := e.access
	if !e.identifies {
		return nil
	}
	offered := len(e.limiters.late) > 0 && e.credentials.in(c.ex.R)
	if offered {
		if err := e.attempt(c); err != nil {
			return err
		}
	}
	check := auth.RequirementOf(a.Requires).Check
	if a.Public {
		check = auth.RequirementOf(a.Requires).CheckOptional
	}
	found, refused := check(c.ex.R)
	who := authn.Identity(found)
	if refused.Asks() {
		scopes, _ := auth.Rule(a.Rules).Check(c.ex.R.Context(), auth.Identity{}, c.named())
		refused.Ask(scopes)
	}
	failed := refused != nil && refused.Status < 500 && refused.BuiltinProblem != tree.Unauthenticated
	if offered {
		for _, l := range e.limiters.late {
			l.Settle(c.ex.R, failed)
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
		e.caching.identify(c.ex.W.Header())
	}
	c.setIdentity(who)
	if who.ExpiresAt().IsZero() {
		c.ex.R = c.ex.R.WithContext(authn.NewContext(c.ex.R.Context(), who))
	} else {
		x := &expiring{Context: c.ex.R.Context(), who: who}
		c.expiring, c.ex.R = x, c.ex.R.WithContext(x)
	}
	if e.env.Identified != nil {
		e.env.Identified(c.ex.R, who)
	}
	return nil
}

// attempt checks with each limit by identity whether credentials may be verified.
func (e *Endpoint) attempt(c *Call) error {
	for i, l := range e.limiters.late {
		v := l.Attempt(c.ex.R)
		if v.Admitted {
			continue
		}
		for _, before := range e.limiters.late[:i] {
			before.Settle(c.ex.R, false)
		}
		c.verdicts = append(c.verdicts, v)
		quota.Headers(c.ex.W.Header(), c.verdicts)
		return rateLimited(c.ex.W, &v)
	}
	return nil
}

// authorize checks the identity against the rules of the operation.
func (e *Endpoint) authorize(c *Call) error {
	a := e.access
	if e.op.Security.Credentials != tree.CredentialsRequired {
		return nil
	}
	lacks, ok := auth.Rule(a.Rules).Check(c.ex.R.Context(), auth.Identity(c.Identity()), c.named())
	switch {
	case ok:
		return nil
	case len(lacks) == 0:
		return media.Problem(tree.Forbidden)
	}
	return c.authProblem(auth.RequirementOf(a.Requires).InsufficientScope(auth.Identity(c.Identity()), lacks...))
}

// named returns a function that puts the parameters of the path into the name of a grant, such as
// repository:{name}:pull; nil if none has one.
func (c *Call) named() func(tree.Grant) string {
	e := c.endpoint
	if !e.named {
		return nil
	}
	return func(g tree.Grant) string {
		params := c.pathParams()
		return g.Filled(func(param string) string {
			value := params[e.path.Param(param)]
			if decoded, err := c.path.Decode(value); err == nil { // another is rejected later
				value = decoded
			}
			return value
		})
	}
}
