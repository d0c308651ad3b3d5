package auth

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
)

// Identity is an authenticated party, or the anonymous one if it is zero. It is one
// word, so that a context holds it without an allocation. An authn.Identity is one.
type Identity struct{ source }

// source holds the claims, which handles of properties read, and leads to the data.
type source = codec.Claims

func identityOf(d *Data) Identity {
	d.source = codec.ClaimSet{Records: d.Records, Owner: place.Of(d)}
	return Identity{codec.ClaimsIn(&d.source)}
}

// data returns the parts of the identity; nil for the anonymous one.
func (i Identity) data() *Data { return place.To[Data](codec.OwnerOf(i.source)) }

// ContextKey is the key of the authn.Identity in a request's context.
type ContextKey struct{}

// Data is what an identity consists of. It is never changed once it is published.
type Data struct {
	Subject, Issuer, Scheme    string
	Scopes, Roles, Permissions Grants
	Claims                     string    // JSON text
	Expires                    time.Time // zero: never
	// Records are the claims as properties. Those with values stand before those that
	// other schemes of the requirement declare.
	Records []codec.Record

	key   string
	parts []Identity // merged by AllOf, in the order of their schemes

	source codec.ClaimSet // the records, as a source
}

// Grants are names of scopes, roles or permissions. An identity for which none were
// ever set does not restrict those that it is merged with.
type Grants struct {
	Names []string
	set   bool
}

// GrantsOf returns grants that are set.
func GrantsOf(names []string) Grants { return Grants{slices.Clone(names), true} }

// Edit returns a changed copy.
func (i Identity) Edit(change func(*Data)) Identity {
	var d Data
	if i.data() != nil {
		d = *i.data()
	}
	subject, issuer, parts := d.Subject, d.Issuer, len(d.parts)
	change(&d)
	if d.Subject != subject || d.Issuer != issuer || len(d.parts) != parts {
		d.key = d.makeKey()
	}
	return identityOf(&d)
}

// Data returns the parts of the identity; they must not be changed.
func (i Identity) Data() Data {
	if i.data() == nil {
		return Data{}
	}
	return *i.data()
}

// Key returns a text that two identities share only if they have the same issuer and
// subject; "" for the anonymous one.
func (i Identity) Key() string {
	if i.data() == nil {
		return ""
	}
	return i.data().key
}

// makeKey returns a key that no other identity has. That of a single identity begins
// with a digit, that of a merged one with an ampersand.
func (d *Data) makeKey() string {
	if d.Subject == "" {
		return ""
	}
	own := strconv.Itoa(len(d.Issuer)) + ":" + d.Issuer + d.Subject
	if len(d.parts) == 0 {
		return own
	}
	var b strings.Builder
	for _, part := range d.parts {
		b.WriteByte('&')
		for _, s := range []string{part.data().Scheme, part.data().key} {
			b.WriteString(strconv.Itoa(len(s)))
			b.WriteByte(':')
			b.WriteString(s)
		}
	}
	b.WriteByte('=')
	b.WriteString(own)
	return b.String()
}

// Anonymous reports whether no subject was authenticated.
func (i Identity) Anonymous() bool { return i.data() == nil || i.data().Subject == "" }

// Expired reports whether the credentials have expired.
func (i Identity) Expired() bool {
	return i.data() != nil && !i.data().Expires.IsZero() && !time.Now().Before(i.data().Expires)
}

// ByScheme returns the part of the identity that one scheme authenticated.
func (i Identity) ByScheme(scheme string) (Identity, bool) {
	d := i.Data()
	if at := slices.IndexFunc(d.parts, func(part Identity) bool { return part.data().Scheme == scheme }); at >= 0 {
		return d.parts[at], true
	}
	if d.Scheme == scheme && !i.Anonymous() {
		return i, true
	}
	return Identity{}, false
}

// Has reports whether the identity has a scope.
func (i Identity) Has(scope string) bool {
	return !i.Anonymous() && slices.Contains(i.data().Scopes.Names, scope)
}

// HasRole reports whether the identity has a role.
func (i Identity) HasRole(name string) bool {
	return !i.Anonymous() && slices.Contains(i.data().Roles.Names, name)
}

// HasPermission reports whether the identity has a permission.
func (i Identity) HasPermission(name string) bool {
	return !i.Anonymous() && slices.Contains(i.data().Permissions.Names, name)
}
