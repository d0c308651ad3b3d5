package authn

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// maxReason is how many bytes of a reason a challenge repeats.
const maxReason = 200

// Challenge is the value of a WWW-Authenticate header line (RFC 9110 §11.6.1,
// RFC 6750 §3, RFC 7617 §2); "" where the scheme has nothing to say. Schemes
// without a registered name have one of our own, for a 401 must have a challenge.
// It is for sibling packages.
func (s Scheme) Challenge(_ ir.Key, d ir.ChallengeParams) string { return challenge(s.known().node, d) }

func challenge(n *ir.Scheme, d ir.ChallengeParams) string {
	realm := ` realm="` + n.Realm + `"`
	if !n.Bearer() {
		switch {
		case d.Refusal.Status == ir.InsufficientScope.Status:
			return "" // other credentials of the same kind may have no more rights
		case n.Kind == ir.HTTPBasic:
			return "Basic" + realm + `, charset="UTF-8"`
		case n.Kind == ir.MutualTLS:
			return "MutualTLS" + realm
		}
		return "ApiKey" + realm
	}
	line := "Bearer" + realm
	switch d.Refusal {
	case ir.MalformedCredentials:
		line += `, error="invalid_request"`
	case ir.InvalidCredentials:
		line += `, error="invalid_token"`
	case ir.InsufficientScope:
		line += `, error="insufficient_scope"`
	default:
		return line // RFC 6750 §3.1: no code for who sent nothing
	}
	if text := clean(d.Reason); text != "" {
		line += `, error_description="` + text[:min(len(text), maxReason)] + `"`
	}
	if d.Refusal == ir.InsufficientScope && len(d.Scopes) > 0 {
		line += `, scope="` + clean(strings.Join(d.Scopes, " ")) + `"`
	}
	return line
}

// clean replaces what RFC 6750 §3 keeps out of a description: everything but
// printable ASCII, and the quotation mark and the backslash.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '"' || r == '\\':
			return '\''
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, s)
}
