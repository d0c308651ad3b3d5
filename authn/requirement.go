package authn

import "github.com/tenon-go/tenon/internal/auth"

// Requirement is a security requirement: a [Scheme], or a combination of schemes that
// [AnyOf] or [AllOf] returns.
type Requirement interface{ sealed }

type sealed = auth.Sealed

var _ Requirement = Scheme{}

// AnyOf returns a requirement that any one of several satisfies. The first that is
// satisfied determines the identity; credentials for the others must be valid as well.
func AnyOf(reqs ...Requirement) Requirement { return auth.AnyOf(opened(reqs)) }

// AllOf returns a requirement that only all of several together satisfy, such as the
// certificate of a gateway and the token of a user. Their identities are merged, in
// whatever order they are listed:
//   - [Identity.Key] and [Identity.Subject] differ for the same user behind another
//     gateway, and for another user behind the same gateway.
//   - The scopes, roles and permissions are those that every identity has, so that none
//     lends another its own. An identity for which none were ever set, with
//     [Identity.Scopes] and so on, restricts nothing.
//   - The claims are those of every scheme. Two schemes that declare the same claim are
//     a fault.
//
// [Identity.ByScheme] returns the identity of one scheme.
func AllOf(reqs ...Requirement) Requirement { return auth.AllOf(opened(reqs)) }

func opened(reqs []Requirement) []sealed {
	all := make([]sealed, len(reqs))
	for i, r := range reqs {
		all[i] = r
	}
	return all
}
