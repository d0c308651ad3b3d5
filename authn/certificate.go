package authn

import (
	"context"
	"crypto/x509"
	"net/http"

	"github.com/tenon-go/tenon/internal/ir"
)

// MutualTLS declares certificates of clients (RFC 8446 §4.4.2). The function
// gets the chain that the server's tls.Config has verified, the client's own
// certificate first; one that was not verified is not valid. The server must ask
// for certificates: with tls.VerifyClientCertIfGiven, or by requiring them. It
// must be the end of the connection: behind a proxy there is nothing to see.
func MutualTLS(name string, check func(ctx context.Context, chain []*x509.Certificate) (Identity, error)) Scheme {
	return start(ir.Scheme{Name: name, Kind: ir.MutualTLS}, certificate{check}, check == nil)
}

type certificate struct {
	check func(context.Context, []*x509.Certificate) (Identity, error)
}

func (c certificate) identify(r *http.Request) (Identity, bool, error) {
	switch {
	case r.TLS == nil || len(r.TLS.PeerCertificates) == 0:
		return Identity{}, false, nil
	case len(r.TLS.VerifiedChains) == 0 || len(r.TLS.VerifiedChains[0]) == 0:
		return Identity{}, true, InvalidAs(ir.Key{}, ir.CertificateUnverified)
	}
	who, err := c.check(r.Context(), r.TLS.VerifiedChains[0])
	return who, true, err
}
