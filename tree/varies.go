package tree

import (
	"net/textproto"
	"slices"
)

// Varies returns the request headers on which responses of the operation depend, in canonical
// form: credentials, partition keys of limits, declared headers, and Accept. Caches handle
// preconditions and Range themselves (RFC 9111 §4.3). Origin and Accept-Language are added
// where they apply.
func (o *Operation) Varies() (names []string) {
	names = o.Security.CredentialFields()
	if o.Security.Limited() {
		for _, l := range o.Security.Limits {
			if l.Per == LimitHeader {
				names = addField(names, l.Of)
			}
		}
	}
	for i := range o.Inputs {
		switch in := &o.Inputs[i]; in.In {
		case InHeader:
			if name := textproto.CanonicalMIMEHeaderKey(in.Prop.Name); !o.IsCondition(name) && name != "Range" {
				names = addField(names, name)
			}
		case InCookie:
			names = addField(names, "Cookie")
		}
	}
	if o.Idempotency != nil {
		names = addField(names, IdempotencyKey)
		if !o.Security.Secured() { // it is part of the idempotency key of anonymous callers
			names = addField(names, "Authorization")
		}
	}
	if o.HasContent() {
		names = addField(names, "Accept")
	}
	return names
}

// addField adds a header in canonical form, once.
func addField(names []string, name string) []string {
	return addName(names, textproto.CanonicalMIMEHeaderKey(name))
}

// addName adds a name once. It is not inlined, because it is large.
//
//go:noinline
func addName(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	if names == nil {
		names = make([]string, 0, 4) // usually enough
	}
	return append(names, name)
}

// CredentialFields returns the headers with the credentials of the schemes, in canonical form.
// Keys in the query are part of the URL, and client certificates are in no header.
func (s *Security) CredentialFields() (names []string) {
	if !s.Secured() {
		return nil
	}
	for _, combination := range s.Schemes {
		for _, scheme := range combination {
			if name := scheme.CredentialField(); name != "" {
				names = addName(names, name)
			}
		}
	}
	return names
}

// CredentialField returns the header with the credentials of a scheme, or "".
func (s *Scheme) CredentialField() string {
	switch in, name := s.Location(); in {
	case InHeader:
		return name
	case InCookie:
		return "Cookie"
	}
	return ""
}

// Unnamed returns a scheme whose credentials are not in a header, so that Vary cannot name
// them, such as a certificate; or nil. Caches compare keys in the query as part of the URL.
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

// Endless reports whether the body is a stream without an end.
func (b *Body) Endless() bool { return b != nil && b.Format == Events }
