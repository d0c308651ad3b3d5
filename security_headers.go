package tenon

import (
	"strconv"
	"strings"
	"time"
)

// Security says what browsers are told about answers, so that none is taken for
// a page. What is empty keeps its default, which suits an API; "-" sends nothing.
type Security struct {
	// ContentPolicy is Content-Security-Policy: default-src 'none'; frame-ancestors
	// 'none' unless it is given.
	ContentPolicy string
	// Referrer is Referrer-Policy: no-referrer unless it is given.
	Referrer string
	// Resource is Cross-Origin-Resource-Policy: same-origin unless it is given.
	// Pages of other origins that embed what the API answers, such as pictures,
	// need cross-origin; what they fetch is up to [API.CORS].
	Resource string
	// Transport, in whole seconds, is how long browsers shall use HTTPS only
	// (Strict-Transport-Security, RFC 6797), with sub-domains and preloading where
	// that is said. 0 sends nothing. Say it where clients reach the API by HTTPS
	// alone, also where another server ends it.
	Transport           time.Duration
	SubDomains, Preload bool
}

// SecurityHeaders sends what browsers should know on every answer, and nosniff
// on those without content too. A handler may replace any of it. Without
// SecurityHeaders, answers with content have X-Content-Type-Options: nosniff, and
// that is all.
func (a API) SecurityHeaders(s Security) API {
	for _, text := range []string{s.ContentPolicy, s.Referrer, s.Resource} {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			return a.fault("SecurityHeaders: %q cannot stand in a header", text)
		}
	}
	if s.Transport < 0 || s.Transport > 0 && s.Transport < time.Second {
		return a.fault("SecurityHeaders: a Transport of %v is not in whole seconds", s.Transport)
	}
	if s.Transport == 0 && (s.SubDomains || s.Preload) {
		return a.fault("SecurityHeaders: SubDomains and Preload need Transport")
	}
	return a.edit(func(d *declaration) { d.outside.security = s.fields() })
}

// field is a header that is always the same. The value is full, so that an Add
// by anyone copies it.
type field struct {
	name  string
	value []string
}

func (s Security) fields() []field {
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
	add("Content-Security-Policy", s.ContentPolicy, "default-src 'none'; frame-ancestors 'none'")
	add("Referrer-Policy", s.Referrer, "no-referrer")
	add("Cross-Origin-Resource-Policy", s.Resource, "same-origin")
	if s.Transport > 0 {
		value := "max-age=" + strconv.FormatInt(int64(s.Transport/time.Second), 10)
		if s.SubDomains {
			value += "; includeSubDomains"
		}
		if s.Preload {
			value += "; preload"
		}
		add("Strict-Transport-Security", value, "")
	}
	return fields
}
