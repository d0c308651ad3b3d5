package verify

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// servers checks the servers, and that their names differ (OpenAPI 3.2.0 §4.6.1).
func (a *API) servers() {
	names := map[string]bool{}
	for _, s := range a.Node.Servers {
		if names[s.Name] && s.Name != "" {
			a.fault(s.At, "server %q: another is named %q", s.URL, s.Name)
		}
		names[s.Name] = true
		if what := serverFault(s); what != "" {
			a.fault(s.At, "server %q%s", s.URL, what)
		}
	}
}

// serverFault says what is wrong with the URL of a server and its variables (OpenAPI 3.1.1
// §4.8.5, §4.8.6); "" if nothing is.
func serverFault(s tree.Server) string {
	values := map[string]string{}
	for _, v := range s.Variables {
		_, twice := values[v.Name]
		sorted := slices.Sorted(slices.Values(v.Values))
		switch {
		case v.Name == "":
			return ": a variable needs a name"
		case twice:
			return ": variable " + v.Name + " is declared twice"
		case !strings.Contains(s.URL, "{"+v.Name+"}"):
			return ": variable " + v.Name + " is not in the URL"
		case len(slices.Compact(sorted)) < len(v.Values):
			return ": variable " + v.Name + " has a value twice"
		case v.Values != nil && !slices.Contains(v.Values, v.Default):
			return ": variable " + v.Name + " is none of its values without a choice"
		}
		values[v.Name] = v.Default
	}
	var url strings.Builder // with the defaults of the variables
	for rest := s.URL; ; {
		before, after, found := strings.Cut(rest, "{")
		url.WriteString(before)
		if !found {
			break
		}
		name, after, _ := strings.Cut(after, "}")
		value, declared := values[name]
		if !declared {
			return ": variable " + name + " is not declared; see Server.Variable"
		}
		url.WriteString(value)
		rest = after
	}
	switch {
	case tree.CheckLink(url.String()) != "":
		return " is not a URL"
	case strings.ContainsAny(url.String(), "?#"): // 3.2.0 §4.6.1
		return " has a query or a fragment"
	}
	return ""
}
