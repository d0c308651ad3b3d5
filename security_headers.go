package tenon

import (
	"strconv"
	"strings"
	"time"
)

// HeaderPolicy says what browsers are told about answers, so that none is taken for
// a page. What is empty keeps its default, which suits an API; "-" sends nothing.
type HeaderPolicy struct {
	// ContentSecurityPolicy is Content-Security-Policy: default-src 'none'; frame-ancestors
	// 'none' unless it is given.
	ContentSecurityPolicy string
	// ReferrerPolicy is Referrer-Policy: no-referrer unless it is given.
	ReferrerPolicy string
	// CrossOriginResourcePolicy is Cross-Origin-Resource-Policy: same-origin unless it is given.
	// Pages of other origins that embed what the API answers, such as pictures,
	// need cross-origin; what they fetch is up to [API.CORS].
	CrossOriginResourcePolicy string
	// HSTSMaxAge, in whole seconds, is how long browsers shall use HTTPS only
	// (Strict-Transport-Security, RFC 6797), with sub-domains and preloading where
	// that is said. 0 sends nothing. Say it where clients reach the API by HTTPS
	// alone, also where another server ends it.
	HSTSMaxAge                 time.Duration
	IncludeSubDomains, Preload bool
}

// SecurityHeaders sends what browsers should know on every answer, and nosniff
// on those without content too. A handler may replace any of it. Without
// SecurityHeaders, answers with content have X-Content-Type-Options: nosniff, and
// that is all.
func (a API) SecurityHeaders(s HeaderPolicy) API {
	for _, text := range []string{s.ContentSecurityPolicy, s.ReferrerPolicy, s.CrossOriginResourcePolicy} {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			return a.fault("SecurityHeaders: %q cannot stand in a header", text)
		}
	}
	if s.HSTSMaxAge < 0 || s.HSTSMaxAge > 0 && s.HSTSMaxAge < time.Second {
		return a.fault("SecurityHeaders: an HSTSMaxAge of %v is not in whole seconds", s.HSTSMaxAge)
	}
	if s.HSTSMaxAge == 0 && (s.IncludeSubDomains || s.Preload) {
		return a.fault("SecurityHeaders: IncludeSubDomains and Preload need HSTSMaxAge")
	}
	return a.edit(func(d *declaration) { d.outside.security = s.fields() })
}

// field is a header that is always the same. The value is full, so that an Add
// by anyone copies it.
type field struct {
	name  string
	value []string
}

func (s HeaderPolicy) fields() []field {
	fields := []field{{"X-Content-Type-Options", []string{"nosniff"}}}
	add := func(name, value, usual string) {
		switch value {
		case "-":
			return
		case "":
			value = usual
		}
		fields = append(fields, field{name, []string{value}})
	}
	add("Content-Security-Policy", s.ContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
	add("Referrer-Policy", s.ReferrerPolicy, "no-referrer")
	add("Cross-Origin-Resource-Policy", s.CrossOriginResourcePolicy, "same-origin")
	if s.HSTSMaxAge > 0 {
		value := "max-age=" + strconv.FormatInt(int64(s.HSTSMaxAge/time.Second), 10)
		if s.IncludeSubDomains {
			value += "; includeSubDomains"
		}
		if s.Preload {
			value += "; preload"
		}
		add("Strict-Transport-Security", value, "")
	}
	return fields
}
