package tenon

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"

	"github.com/tenon-go/tenon/authn"
)

// WithoutSubjects leaves out of an [Exchange] and of log lines who sent a request:
// Subject and Issuer.
func (a API) WithoutSubjects() API {
	return a.edit(func(d *declaration) { d.outside.noSubjects = true })
}

// WithoutAddresses leaves the address of the client out of an [Exchange] and of log
// lines.
func (a API) WithoutAddresses() API {
	return a.edit(func(d *declaration) { d.outside.noAddresses = true })
}

// ClientAddress sets how the address of a client is found, which an [Exchange] and log
// lines have; "" is none. Without it, it is that of the connection, which behind a proxy
// is the proxy's. A rate limit knows better, see [throttle.Policy.Address]:
//
//	limit := throttle.PerMinute(600).TrustedProxies("10.0.0.0/8")
//	api.Throttle(limit).ClientAddress(limit.Address)
//
// [throttle.Policy.Address]: https://pkg.go.dev/github.com/tenon-go/tenon/throttle#Policy.Address
func (a API) ClientAddress(of func(*http.Request) string) API {
	if of == nil {
		return a.fault("ClientAddress(nil): there is no function to call")
	}
	return a.edit(func(d *declaration) { d.outside.address = of })
}

// addressOf returns the address of a client; "" where there is none, as on a socket of
// the system, or where nobody is to know.
func (a *App) addressOf(r *http.Request) string {
	switch {
	case a.edge.noAddresses:
		return ""
	case a.edge.address != nil:
		return a.edge.address(r)
	case r.RemoteAddr == "":
		return ""
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	switch at, err := netip.ParseAddr(host); {
	case err != nil:
		return ""
	case at.Is4In6():
		return at.Unmap().String()
	}
	return host
}

// identified notes who has sent a request, for whatever is around its operation.
func (a *App) identified(r *http.Request, who authn.Identity) {
	if x := exchangeOf(r.Context()); x != nil {
		x.mu.Lock()
		x.who = who
		x.mu.Unlock()
	}
}

func (x *exchange) identity() authn.Identity {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.who
}

// name fills in who has sent the request.
func (x *exchange) name(e *Exchange) {
	e.Scheme = x.who.SchemeName()
	if !x.app.edge.noSubjects {
		e.Subject, e.Issuer = x.who.Subject(), x.who.IssuerName()
	}
}

// logOf is log for what is about a request.
func (a *App) logOf(r *http.Request) *slog.Logger {
	e := Exchange{Client: a.addressOf(r)}
	if x := exchangeOf(r.Context()); x != nil {
		x.mu.Lock()
		x.name(&e)
		x.mu.Unlock()
		e.RequestID = x.id
	}
	if who := authn.FromContext(r.Context()); e.Scheme == "" {
		if e.Scheme = who.SchemeName(); !a.edge.noSubjects {
			e.Subject, e.Issuer = who.Subject(), who.IssuerName()
		}
	}
	var attrs []any
	for _, f := range [...]struct{ name, text string }{
		{"request_id", e.RequestID}, {"client", e.Client}, {"subject", e.Subject}, {"issuer", e.Issuer}, {"scheme", e.Scheme},
	} {
		if f.text != "" {
			attrs = append(attrs, slog.String(f.name, f.text))
		}
	}
	return a.log().With(attrs...)
}
