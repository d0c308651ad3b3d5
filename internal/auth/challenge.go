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
	if c.Refusal == tree.InsufficientScope {
		line += scopeParam(c.Scopes)
	}
	return line
}

// scopeParam returns the parameter scope of a challenge; "" if there are no scopes. One with a space, from the path of
// the request, would be several (RFC 6749 §3.3), and is left out.
func scopeParam(scopes []string) string {
	var all []string
	for _, s := range scopes {
		if !strings.Contains(s, " ") {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return `, scope="` + Printable(strings.Join(all, " ")) + `"`
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
