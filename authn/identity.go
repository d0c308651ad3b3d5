package authn

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/prop"
)

// Identity is the authenticated party of a request. It is an immutable value; the zero Identity
// is anonymous. Properties read the claims that its scheme declares: tenant.Lookup(identity).
type Identity identity

type identity = auth.Identity

var _ prop.Source = Identity{}

// New returns the identity of a subject: the stable name of a user or machine, unique
// for its issuer. With an empty subject it is anonymous.
func New(subject string) Identity {
	return Identity{}.edit(func(d *auth.Data) { d.Subject = subject })
}

func (i Identity) edit(change func(*auth.Data)) Identity {
	return Identity(auth.Identity(i).Edit(change))
}

func (i Identity) data() auth.Data { return auth.Identity(i).Data() }

// Issuer sets the issuer of the subject. Equal subjects of different issuers are
// different identities.
func (i Identity) Issuer(name string) Identity {
	return i.edit(func(d *auth.Data) { d.Issuer = name })
}

// Scopes sets the scopes of the credentials; it replaces those set before. A scheme that
// sets scopes for some identities should call it for all, also without a name: see
// [AllOf].
func (i Identity) Scopes(names ...string) Identity {
	return i.edit(func(d *auth.Data) { d.Scopes = auth.GrantsOf(names) })
}

// Roles sets the roles of the subject; it replaces those set before.
func (i Identity) Roles(names ...string) Identity {
	return i.edit(func(d *auth.Data) { d.Roles = auth.GrantsOf(names) })
}

// Permissions sets the permissions of the subject; it replaces those set before.
func (i Identity) Permissions(names ...string) Identity {
	return i.edit(func(d *auth.Data) { d.Permissions = auth.GrantsOf(names) })
}

// Expires sets when the credentials expire; the zero time means never. Expired
// credentials are rejected with 401. If they expire during a request, its context ends,
// and event streams end with it. Package jwks sets it for every token.
func (i Identity) Expires(at time.Time) Identity {
	return i.edit(func(d *auth.Data) { d.Expires = at })
}

// Claims sets the claims, a JSON object. Its members are read by the properties that a
// scheme declares with [Scheme.Claims].
func (i Identity) Claims(object []byte) Identity {
	return i.edit(func(d *auth.Data) { d.Claims = string(object) })
}

// Scheme sets the name of the scheme that authenticated the identity. Schemes do so
// themselves; the method is for tests.
func (i Identity) Scheme(name string) Identity {
	return i.edit(func(d *auth.Data) { d.Scheme = name })
}

// Anonymous reports whether the identity has no subject.
func (i Identity) Anonymous() bool { return auth.Identity(i).Anonymous() }

// Subject returns the name of the user or machine, or "" for the anonymous identity.
// After [AllOf] it has the subject of every scheme, such as gateway=edge&user=ann;
// [Identity.ByScheme] returns the identity of one scheme.
func (i Identity) Subject() string { return i.data().Subject }

// IssuerName returns the issuer of the subject, or "" if there is none. After [AllOf] it
// is the issuer that all schemes have in common, or else that of each scheme, as in
// [Identity.Subject].
func (i Identity) IssuerName() string { return i.data().Issuer }

// ExpiresAt returns when the credentials expire; the zero time means never. After
// [AllOf] it is the earliest time.
func (i Identity) ExpiresAt() time.Time { return i.data().Expires }

// Expired reports whether the credentials have expired.
func (i Identity) Expired() bool { return auth.Identity(i).Expired() }

// SchemeName returns the name of the scheme that authenticated the identity, or "" for
// the anonymous identity. After [AllOf] it has every name, such as gateway+user.
func (i Identity) SchemeName() string { return i.data().Scheme }

// Has reports whether the identity has a scope. The anonymous identity has none.
func (i Identity) Has(scope string) bool { return auth.Identity(i).Has(scope) }

// HasAll reports whether the identity has every one of the scopes.
func (i Identity) HasAll(scopes ...string) bool {
	return !slices.ContainsFunc(scopes, func(s string) bool { return !i.Has(s) })
}

// HasAny reports whether the identity has at least one of the scopes.
func (i Identity) HasAny(scopes ...string) bool { return slices.ContainsFunc(scopes, i.Has) }

// HasRole reports whether the identity has a role. The anonymous identity has none.
func (i Identity) HasRole(name string) bool { return auth.Identity(i).HasRole(name) }

// HasPermission reports whether the identity has a permission. The anonymous identity
// has none.
func (i Identity) HasPermission(name string) bool { return auth.Identity(i).HasPermission(name) }

// ScopeList returns the scopes.
func (i Identity) ScopeList() []string { return slices.Clone(i.data().Scopes.Names) }

// RoleList returns the roles.
func (i Identity) RoleList() []string { return slices.Clone(i.data().Roles.Names) }

// PermissionList returns the permissions.
func (i Identity) PermissionList() []string { return slices.Clone(i.data().Permissions.Names) }

// ClaimsJSON returns the JSON text given to [Identity.Claims], or nil. After [AllOf] it
// is nil: see [Identity.ByScheme].
func (i Identity) ClaimsJSON() []byte {
	if text := i.data().Claims; text != "" {
		return []byte(text)
	}
	return nil
}

// ByScheme returns the identity that one scheme authenticated, for routes that require
// [AllOf] several.
func (i Identity) ByScheme(scheme string) (Identity, bool) {
	part, ok := auth.Identity(i).ByScheme(scheme)
	return Identity(part), ok
}

// Key returns a stable text that two identities share only if they have the same issuer
// and subject: for rate limits, cursors and idempotency. After [AllOf] two identities
// share it only if the identities of all schemes do. It is "" for the anonymous
// identity.
func (i Identity) Key() string { return auth.Identity(i).Key() }

// String returns the subject, or "anonymous" without one.
func (i Identity) String() string {
	if i.Anonymous() {
		return "anonymous"
	}
	return i.Subject()
}

// LogValue implements [slog.LogValuer]; claims stay out of logs.
func (i Identity) LogValue() slog.Value {
	d := i.data()
	return slog.GroupValue(slog.String("subject", d.Subject), slog.String("issuer", d.Issuer), slog.String("scheme", d.Scheme))
}

// FromContext returns the identity of a request, or the anonymous one if the context has
// none. A middleware finds it in the context of its own request after the next handler
// has returned.
func FromContext(ctx context.Context) Identity {
	i, _ := ctx.Value(auth.ContextKey{}).(Identity)
	return i
}

// NewContext returns a context with an identity. The library calls it for every request;
// it is for tests and for programs without HTTP.
func NewContext(ctx context.Context, i Identity) context.Context {
	return context.WithValue(ctx, auth.ContextKey{}, i)
}
