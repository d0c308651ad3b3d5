package authn

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/tree"
)

// Flow is a flow through which clients of an [OAuth2] scheme obtain a token. It is an
// immutable value.
type Flow struct{ flow tree.Flow }

// AuthorizationCode returns the flow for users with a browser (RFC 6749 §4.1).
func AuthorizationCode(authURL, tokenURL string) Flow {
	return Flow{tree.Flow{At: tree.Here(), Kind: tree.AuthorizationCode, AuthURL: authURL, TokenURL: tokenURL}}
}

// ClientCredentials returns the flow between machines (RFC 6749 §4.4).
func ClientCredentials(tokenURL string) Flow {
	return Flow{tree.Flow{At: tree.Here(), Kind: tree.ClientCredentials, TokenURL: tokenURL}}
}

// DeviceAuthorization returns the flow for devices without a browser (RFC 8628).
func DeviceAuthorization(deviceURL, tokenURL string) Flow {
	return Flow{tree.Flow{At: tree.Here(), Kind: tree.DeviceAuthorization, DeviceURL: deviceURL, TokenURL: tokenURL}}
}

// Refresh sets the URL that renews tokens. The default is the token URL.
func (f Flow) Refresh(url string) Flow {
	f.flow.Refresh = url
	return f
}

// Scope adds a scope that clients may request, with its description.
func (f Flow) Scope(name, doc string) Flow {
	f.flow.Scopes = append(slices.Clip(f.flow.Scopes), tree.Scope{Name: name, Doc: doc})
	return f
}

// faults returns the faults of a flow, at the position of its constructor.
func (f Flow) faults() (faults []tree.Fault) {
	add := func(format string, args ...any) {
		fault := tree.Faultf(format, args...)
		if f.flow.At.Known() {
			fault.At = f.flow.At
		}
		faults = append(faults, fault)
	}
	if !f.flow.At.Known() {
		add("a flow was not created by a function such as authn.ClientCredentials")
		return faults
	}
	address := func(what, url string) {
		if reason := tree.CheckURL(url); reason != "" {
			add("the %s address %q %s", what, url, reason)
		}
	}
	if f.flow.Kind == tree.AuthorizationCode {
		address("authorization", f.flow.AuthURL)
	}
	if f.flow.Kind == tree.DeviceAuthorization {
		address("device", f.flow.DeviceURL)
	}
	address("token", f.flow.TokenURL)
	if f.flow.Refresh != "" {
		address("refresh", f.flow.Refresh)
	}
	for i, s := range f.flow.Scopes {
		switch {
		case s.Name == "" || auth.Printable(s.Name) != s.Name || strings.Contains(s.Name, " "):
			add(`the scope %q is not printable ASCII without spaces, " and \`, s.Name)
		case slices.ContainsFunc(f.flow.Scopes[:i], func(t tree.Scope) bool { return t.Name == s.Name }):
			add("two scopes are named %q", s.Name)
		}
	}
	return faults
}
