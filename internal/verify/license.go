package verify

// License is the [API.License] of an API with an SPDX expression: it checks that the license has no
// URL beside it (OpenAPI 3.1.1 §4.8.4.1).
func License(a *API) {
	if a.Node.License.URL != "" {
		a.fault(a.At, "SPDX(%q) conflicts with the URL of License; declare one of them", a.Node.SPDX)
	}
}
