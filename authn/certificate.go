package authn

import (
	"context"
	"crypto/x509"
	"net/http"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// MutualTLS declares client certificates (RFC 8446 §4.4.2). The function gets the chain
// that the server's tls.Config has verified, starting with the client's own
// certificate; a certificate that was not verified is invalid. The server must request
// certificates, with tls.VerifyClientCertIfGiven or a stricter tls.ClientAuthType, and
// it must terminate TLS itself: behind a proxy the certificate is not visible.
func MutualTLS(name string, check func(ctx context.Context, chain []*x509.Certificate) (Identity, error)) Scheme {
	return declare(tree.Scheme{Name: name, Kind: tree.MutualTLS}, certificate{check}.identify, check == nil)
}

type certificate struct {
	check func(context.Context, []*x509.Certificate) (Identity, error)
}

func (c certificate) identify(r *http.Request) (Identity, bool, error) {
	switch {
	case r.TLS == nil || len(r.TLS.PeerCertificates) == 0:
		return Identity{}, false, nil
	case len(r.TLS.VerifiedChains) == 0 || len(r.TLS.VerifiedChains[0]) == 0:
		return Identity{}, true, auth.Invalid(tree.CertificateUnverified)
	}
	identity, err := c.check(r.Context(), r.TLS.VerifiedChains[0])
	return identity, true, err
}
