package tenon

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// Summary sets the short text that says what the API is. OpenAPI has it from 3.1
// on; before, it is the extension x-summary.
func (a API) Summary(text string) API {
	return a.edit(func(d *declaration) { d.node.Summary = text })
}

// Terms says where the terms of service are.
func (a API) Terms(url string) API {
	if what := ir.CheckLink(url); what != "" {
		return a.fault("Terms(%q): %s", url, what)
	}
	return a.edit(func(d *declaration) { d.node.Terms = url })
}

// ExternalDocs says where more is told of the API, and of what, in CommonMark; that may be
// "".
func (a API) ExternalDocs(url, text string) API {
	if what := ir.CheckLink(url); what != "" {
		return a.fault("ExternalDocs(%q): %s", url, what)
	}
	return a.edit(func(d *declaration) { d.node.ExternalDocs = ir.Link{Name: text, URL: url} })
}

// SPDX names the license by an expression of SPDX (Annex D of 2.3), such as MIT or
// Apache-2.0 OR MIT, in place of a URL of [API.License]; the name of the license is
// the expression, unless License has given one. OpenAPI has it from 3.1 on; before,
// it is the extension x-identifier.
func (a API) SPDX(expression string) API {
	const bytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-+:() "
	if expression == "" || strings.Trim(expression, bytes) != "" {
		return a.fault("SPDX(%q) is no expression such as Apache-2.0", expression)
	}
	return a.edit(func(d *declaration) { d.node.SPDX = expression })
}
