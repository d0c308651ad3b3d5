package verify

// license checks that a license with an SPDX expression has no URL beside it (OpenAPI 3.1.1 §4.8.4.1).
func (a *API) license() {
	if a.Node.SPDX != "" && a.Node.License.URL != "" {
		a.fault(a.At, "SPDX(%q) conflicts with the URL of License; declare one of them", a.Node.SPDX)
	}
}
