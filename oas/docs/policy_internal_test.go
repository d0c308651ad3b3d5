package docs

import "testing"

func TestAddressesAreSourcesOfThePolicy(t *testing.T) {
	for address, want := range map[string]string{
		"":                                 "'self'",
		"/v1":                              "'self'",
		"../v1":                            "'self'",
		"https://api.example.com":          "https://api.example.com",
		"https://api.example.com:8443/v1":  "https://api.example.com:8443",
		"http://127.0.0.1:8080/":           "http://127.0.0.1:8080",
		"https://{region}.example.com/v1":  "https://*.example.com",
		"https://{region}{n}.example.com/": "https://*.example.com",
		"https://api.{region}.example.com": "",
		"https://{host}":                   "",
		"https://[::1]:8080":               "", // policies have no addresses of IPv6
		"https://a;script-src *":           "",
		"https://a,b":                      "",
		"https:///v1":                      "",
		"ftp://example.com":                "",
	} {
		got, ok := sourceOf(address)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
