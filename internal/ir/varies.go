package ir

import (
	"net/textproto"
	"slices"
	"strings"
)

// Varies returns the request header fields on which responses of the operation
// depend, in canonical form: credentials, what a limit counts by, what the operation
// declares, and Accept. Preconditions and Range are not among them: caches know what
// they mean (RFC 9111 §4.3). Origin and Accept-Language are added where they decide.
func (o *Operation) Varies() (names []string) {
	add := func(name string) {
		if name = textproto.CanonicalMIMEHeaderKey(name); !slices.Contains(names, name) {
			if names == nil {
				names = make([]string, 0, 4) // mostly enough
			}
			names = append(names, name)
		}
	}
	names = o.Security.CredentialFields()
	if o.Security.Limited() {
		for _, l := range o.Security.Limits {
			if l.Per == LimitHeader {
				add(l.Of)
			}
		}
	}
	for _, in := range o.Inputs {
		switch in.In {
		case InHeader:
			if !o.IsCondition(textproto.CanonicalMIMEHeaderKey(in.Prop.Name)) && !strings.EqualFold(in.Prop.Name, "Range") {
				add(in.Prop.Name)
			}
		case InCookie:
			add("Cookie")
		}
	}
	if o.Idempotency != nil {
		add(IdempotencyKey)
		if !o.Security.Secured() { // keys of anonymous callers are told apart by it
			add("Authorization")
		}
	}
	if o.HasContent() {
		add("Accept")
	}
	return names
}

// CredentialFields returns the header fields that have the credentials of the
// schemes, in canonical form. A key in the query is in the URL, and a client
// certificate in no field.
func (s *Security) CredentialFields() (names []string) {
	if !s.Secured() {
		return nil
	}
	for _, combination := range s.Schemes {
		for _, scheme := range combination {
			if name := scheme.CredentialField(); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// CredentialField returns the header that has the credentials of a scheme, or "" if none
// has them.
func (s *Scheme) CredentialField() string {
	switch in, name := s.Location(); in {
	case InHeader:
		return name
	case InCookie:
		return "Cookie"
	}
	return ""
}

// Unnamed returns a scheme whose credentials are in no field of requests that Vary can
// name, such as a certificate; nil if there is none. Keys in the query are a part of
// what caches compare.
func (s *Security) Unnamed() *Scheme {
	for _, combination := range s.Schemes {
		for _, scheme := range combination {
			if scheme.Type().Certificate {
				return scheme
			}
		}
	}
	return nil
}

// Endless reports whether content has no end of its own.
func (b *Body) Endless() bool { return b != nil && b.Format == Events }
