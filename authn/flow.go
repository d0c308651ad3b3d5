package authn

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
)

// Flow is a way in which clients of an [OAuth2] scheme get a token. It is an
// immutable value.
type Flow struct{ flow ir.Flow }

// AuthorizationCode is the flow for people in front of a browser (RFC 6749
// §4.1).
func AuthorizationCode(authURL, tokenURL string) Flow {
	return Flow{ir.Flow{At: callsite.Here(), Kind: ir.AuthorizationCode, AuthURL: authURL, TokenURL: tokenURL}}
}

// ClientCredentials is the flow between machines (RFC 6749 §4.4).
func ClientCredentials(tokenURL string) Flow {
	return Flow{ir.Flow{At: callsite.Here(), Kind: ir.ClientCredentials, TokenURL: tokenURL}}
}

// DeviceAuthorization is the flow for devices without a browser (RFC 8628).
func DeviceAuthorization(deviceURL, tokenURL string) Flow {
	return Flow{ir.Flow{At: callsite.Here(), Kind: ir.DeviceAuthorization, DeviceURL: deviceURL, TokenURL: tokenURL}}
}

// Refresh sets where tokens are renewed, if that is not the token's address.
func (f Flow) Refresh(url string) Flow {
	f.flow.Refresh = url
	return f
}

// Scope adds a scope that clients may ask for, and what it means to people.
func (f Flow) Scope(name, doc string) Flow {
	f.flow.Scopes = append(slices.Clip(f.flow.Scopes), ir.Scope{Name: name, Doc: doc})
	return f
}

// mistakes returns what is wrong with a flow, at the place where it began.
func (f Flow) mistakes() (faults []ir.Fault) {
	add := func(format string, args ...any) {
		fault := ir.Faultf(format, args...)
		if f.flow.At.Known() {
			fault.At = f.flow.At
		}
		faults = append(faults, fault)
	}
	if !f.flow.At.Known() {
		add("a flow was not made by a function such as authn.ClientCredentials")
		return faults
	}
	address := func(what, url string) {
		if mistake := ir.CheckURL(url); mistake != "" {
			add("the %s address %q %s", what, url, mistake)
		}
	}
	if f.flow.Kind == ir.AuthorizationCode {
		address("authorization", f.flow.AuthURL)
	}
	if f.flow.Kind == ir.DeviceAuthorization {
		address("device", f.flow.DeviceURL)
	}
	address("token", f.flow.TokenURL)
	if f.flow.Refresh != "" {
		address("refresh", f.flow.Refresh)
	}
	for i, s := range f.flow.Scopes {
		switch {
		case s.Name == "" || clean(s.Name) != s.Name || strings.Contains(s.Name, " "):
			add(`the scope %q is not printable ASCII without spaces, " and \`, s.Name)
		case slices.ContainsFunc(f.flow.Scopes[:i], func(t ir.Scope) bool { return t.Name == s.Name }):
			add("two scopes are named %q", s.Name)
		}
	}
	return faults
}
