package auth

import (
	"cmp"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// maxReason is how many bytes of a reason a challenge repeats.
const maxReason = 200

// Challenge returns the value of a WWW-Authenticate header (RFC 9110 §11.6.1, RFC 6750
// §3, RFC 7617 §2), or "" if the scheme has no challenge for the problem. Schemes
// without a registered name have one of the library's own, because a 401 must have a
// challenge.
func (s *Scheme) Challenge(c tree.ChallengeParams) string {
	t := s.node.Type()
	if !t.Bearer && c.Refusal.Status == tree.InsufficientScope.Status {
		return "" // other credentials of the same kind may have no more rights
	}
	line := cmp.Or(s.node.AuthScheme, t.Challenge) + ` realm="` + s.node.Realm + `"` + t.Params
	if !t.Bearer {
		return line
	}
	if s.node.Service != "" {
		line += `, service="` + s.node.Service + `"`
	}
	switch c.Refusal {
	case tree.MalformedCredentials:
		line += `, error="invalid_request"`
	case tree.InvalidCredentials:
		line += `, error="invalid_token"`
	case tree.InsufficientScope:
		line += `, error="insufficient_scope"`
	default:
		return line // RFC 6750 §3.1: no error code for requests without credentials
	}
	if text := Printable(c.Reason); text != "" {
		line += `, error_description="` + text[:min(len(text), maxReason)] + `"`
	}
	if c.Refusal == tree.InsufficientScope && len(c.Scopes) > 0 {
		line += `, scope="` + Printable(strings.Join(c.Scopes, " ")) + `"`
	}
	return line
}

// Printable replaces what RFC 6750 §3 excludes from a description: everything but
// printable ASCII, the quotation mark and the backslash.
func Printable(s string) string {
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
