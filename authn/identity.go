package authn

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// Identity is who asks. It is an immutable value; the zero Identity is a guest.
// It is the source of the claims that its scheme declares: tenant.Lookup(who).
type Identity struct{ of *identityData }

var _ prop.Source = Identity{}

// identityData is what an identity knows. It is never changed once it is published.
type identityData struct {
	subject, issuer, scheme    string
	key                        string
	scopes, roles, permissions grants
	claims                     string    // JSON text
	expires                    time.Time // zero: never
	// records are the claims as properties, those that were read before those
	// that schemes merely declare.
	records []collection.Record
	parts   []Identity // of which AllOf made this one, in the order of their schemes
}

// grants are names of what an identity may do. One that was never given any says
// nothing of them, which is not the same as having none.
type grants struct {
	names []string
	given bool
}

func granted(names []string) grants { return grants{slices.Clone(names), true} }

// New makes the identity of a subject: the stable name of a user or machine, as
// its issuer knows it. An empty subject is a guest.
func New(subject string) Identity {
	return Identity{}.edit(func(p *identityData) { p.subject = subject })
}

// edit is the one place where an identity is copied.
func (i Identity) edit(change func(*identityData)) Identity {
	var p identityData
	if i.of != nil {
		p = *i.of
	}
	subject, issuer, parts := p.subject, p.issuer, len(p.parts)
	change(&p)
	if p.subject != subject || p.issuer != issuer || len(p.parts) != parts {
		p.key = p.makeKey()
	}
	return Identity{&p}
}

// makeKey writes the key of an identity, so that no two have the same. That of one
// begins with a digit, that of several with an ampersand.
func (p *identityData) makeKey() string {
	if p.subject == "" {
		return ""
	}
	own := strconv.Itoa(len(p.issuer)) + ":" + p.issuer + p.subject
	if len(p.parts) == 0 {
		return own
	}
	var b strings.Builder
	for _, part := range p.parts {
		b.WriteByte('&')
		for _, s := range []string{part.of.scheme, part.of.key} {
			b.WriteString(strconv.Itoa(len(s)))
			b.WriteByte(':')
			b.WriteString(s)
		}
	}
	b.WriteByte('=')
	b.WriteString(own)
	return b.String()
}

// look returns what the identity knows, which must not be changed.
func (i Identity) look() identityData {
	if i.of == nil {
		return identityData{}
	}
	return *i.of
}

// Issuer sets who vouches for the subject. Subjects of different issuers are
// different identities.
func (i Identity) Issuer(name string) Identity {
	return i.edit(func(p *identityData) { p.issuer = name })
}

// Scopes sets what the credentials allow, in place of what they did. A scheme that
// gives scopes to some should call it for all, also without a name: see [AllOf].
func (i Identity) Scopes(names ...string) Identity {
	return i.edit(func(p *identityData) { p.scopes = granted(names) })
}

// Roles sets what the subject is, in place of what it was.
func (i Identity) Roles(names ...string) Identity {
	return i.edit(func(p *identityData) { p.roles = granted(names) })
}

// Permissions sets what the subject may do, in place of what it might.
func (i Identity) Permissions(names ...string) Identity {
	return i.edit(func(p *identityData) { p.permissions = granted(names) })
}

// Expires sets when the credentials end. An identity that has expired is refused with
// 401; where a request takes longer, its context ends then, and so do event streams.
// Package jwks sets it for every token. The zero time is never.
func (i Identity) Expires(at time.Time) Identity {
	return i.edit(func(p *identityData) { p.expires = at })
}

// Claims sets what else is known, a JSON object. Its members are read by the
// properties that a scheme declares with [Scheme.Claims].
func (i Identity) Claims(object []byte) Identity {
	return i.edit(func(p *identityData) { p.claims = string(object) })
}

// Scheme sets the name of the scheme that proved the identity. Schemes do it by
// themselves; it is for tests.
func (i Identity) Scheme(name string) Identity {
	return i.edit(func(p *identityData) { p.scheme = name })
}

// Anonymous reports whether nobody has proved to be anybody: a guest.
func (i Identity) Anonymous() bool { return i.of == nil || i.of.subject == "" }

// Subject is the name of the user or machine; "" for guests. That of an identity
// which [AllOf] has merged has the subject of every scheme, such as
// gateway=edge&user=ann; ask [Identity.ByScheme] for one of them.
func (i Identity) Subject() string { return i.look().subject }

// IssuerName is who vouches for the subject; "" where nobody is named. That of a
// merged identity is the issuer that all of its schemes have, or else each of them,
// as in [Identity.Subject].
func (i Identity) IssuerName() string { return i.look().issuer }

// ExpiresAt is when the credentials end, of a merged identity the first of them; the
// zero time is never.
func (i Identity) ExpiresAt() time.Time { return i.look().expires }

// Expired reports whether the credentials have ended.
func (i Identity) Expired() bool {
	return i.of != nil && !i.of.expires.IsZero() && !time.Now().Before(i.of.expires)
}

// SchemeName is the scheme that proved the identity; "" for guests. That of a merged
// identity is each of them, such as gateway+user.
func (i Identity) SchemeName() string { return i.look().scheme }

// Has reports whether the credentials allow a scope. A guest has none.
func (i Identity) Has(scope string) bool {
	return !i.Anonymous() && slices.Contains(i.of.scopes.names, scope)
}

// HasAll reports whether the credentials allow every one of the scopes.
func (i Identity) HasAll(scopes ...string) bool {
	return !slices.ContainsFunc(scopes, func(s string) bool { return !i.Has(s) })
}

// HasAny reports whether the credentials allow at least one of the scopes.
func (i Identity) HasAny(scopes ...string) bool { return slices.ContainsFunc(scopes, i.Has) }

// HasRole reports whether the subject has a role. A guest has none.
func (i Identity) HasRole(name string) bool {
	return !i.Anonymous() && slices.Contains(i.of.roles.names, name)
}

// HasPermission reports whether the subject has a permission. A guest has none.
func (i Identity) HasPermission(name string) bool {
	return !i.Anonymous() && slices.Contains(i.of.permissions.names, name)
}

// ScopeList returns the scopes.
func (i Identity) ScopeList() []string { return slices.Clone(i.look().scopes.names) }

// RoleList returns the roles.
func (i Identity) RoleList() []string { return slices.Clone(i.look().roles.names) }

// PermissionList returns the permissions.
func (i Identity) PermissionList() []string { return slices.Clone(i.look().permissions.names) }

// ClaimsJSON returns what else is known as the JSON text that it was given as;
// nil where there is nothing. A merged identity has none: ask [Identity.ByScheme].
func (i Identity) ClaimsJSON() []byte {
	if text := i.look().claims; text != "" {
		return []byte(text)
	}
	return nil
}

// ByScheme returns the identity that one scheme of several proved, where a route asks
// for [AllOf] them.
func (i Identity) ByScheme(scheme string) (Identity, bool) {
	p := i.look()
	if at := slices.IndexFunc(p.parts, func(part Identity) bool { return part.of.scheme == scheme }); at >= 0 {
		return p.parts[at], true
	}
	if p.scheme == scheme && !i.Anonymous() {
		return i, true
	}
	return Identity{}, false
}

// Key is a stable text that two identities share only if they have the same
// issuer and subject: for rate limits, cursors and idempotency. Two identities that
// [AllOf] has merged share it only if all of their parts do, scheme by scheme. It is
// "" for guests.
func (i Identity) Key() string { return i.look().key }

// String is the subject, or "guest".
func (i Identity) String() string {
	if i.Anonymous() {
		return "guest"
	}
	return i.of.subject
}

// LogValue implements [slog.LogValuer]; claims stay out of logs.
func (i Identity) LogValue() slog.Value {
	p := i.look()
	return slog.GroupValue(slog.String("subject", p.subject), slog.String("issuer", p.issuer), slog.String("scheme", p.scheme))
}

// Cell implements [prop.Source].
func (i Identity) Cell(key ir.Key, id *ir.ID) (cell any, given bool) {
	for _, r := range i.look().records {
		c, ok := r.Cell(key, id)
		if ok {
			return c, true
		}
		if cell == nil {
			cell = c
		}
	}
	return cell, false
}

// Missing implements [prop.Source].
func (i Identity) Missing(ir.Key) string {
	return "a claim that the schemes of the route declare"
}

type contextKey struct{}

// ContextKey is the key under which a context has an identity, for contexts that find
// it by themselves. It is for sibling packages.
func ContextKey(ir.Key) any { return contextKey{} }

// FromContext returns the identity of a request; a guest where there is none. A middleware
// finds it in the context of its own request once the next handler has returned.
func FromContext(ctx context.Context) Identity {
	i, _ := ctx.Value(contextKey{}).(Identity)
	return i
}

// NewContext returns a context with an identity. The library does it for every
// request; it is for tests and for programs without HTTP.
func NewContext(ctx context.Context, i Identity) context.Context {
	return context.WithValue(ctx, contextKey{}, i)
}
