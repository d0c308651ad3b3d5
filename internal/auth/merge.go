package auth

import (
	"net/url"
	"slices"
	"sort"
	"strings"
)

// merge makes one identity of those that the schemes of a combination authenticated.
func (r *Requirement) merge(outcomes []outcome, combination []int) Identity {
	identity := outcomes[combination[0]].identity
	if len(combination) == 1 {
		if r.anonymous.data() == nil || len(r.schemes) == 1 {
			return identity
		}
		return identity.Edit(func(d *Data) { d.Records = slices.Concat(d.Records, r.anonymous.data().Records) })
	}
	parts := make([]Identity, len(combination))
	for i, at := range combination {
		parts[i] = outcomes[at].identity
	}
	sort.Sort(byScheme(parts))
	return Identity{}.Edit(func(d *Data) {
		d.parts = parts
		d.Subject = joined(parts, func(d *Data) string { return d.Subject })
		d.Issuer = parts[0].data().Issuer
		if slices.ContainsFunc(parts, func(i Identity) bool { return i.data().Issuer != d.Issuer }) {
			d.Issuer = joined(parts, func(d *Data) string { return d.Issuer })
		}
		d.Scheme = schemeNames(parts)
		d.Scopes = common(parts, func(d *Data) Grants { return d.Scopes })
		d.Roles = common(parts, func(d *Data) Grants { return d.Roles })
		d.Permissions = common(parts, func(d *Data) Grants { return d.Permissions })
		for _, part := range parts {
			if at := part.data().Expires; !at.IsZero() && (d.Expires.IsZero() || at.Before(d.Expires)) {
				d.Expires = at
			}
			d.Records = append(d.Records, part.data().Records...)
		}
		d.Records = append(d.Records, r.anonymous.Data().Records...)
	})
}

// byScheme sorts identities by the names of their schemes.
type byScheme []Identity

func (s byScheme) Len() int           { return len(s) }
func (s byScheme) Less(i, j int) bool { return s[i].data().Scheme < s[j].data().Scheme }
func (s byScheme) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// joined writes a text of each part, so that no two lists yield the same.
func joined(parts []Identity, of func(*Data) string) string {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(part.data().Scheme) // a component name: it needs no escapes
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(of(part.data())))
	}
	return b.String()
}

func schemeNames(parts []Identity) string {
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = part.data().Scheme
	}
	return strings.Join(names, "+")
}

// common returns the grants that every part with grants has: no part lends its own to
// another.
func common(parts []Identity, of func(*Data) Grants) (all Grants) {
	for _, part := range parts {
		switch g := of(part.data()); {
		case !g.set:
		case !all.set:
			all = GrantsOf(g.Names)
		default:
			all.Names = slices.DeleteFunc(all.Names, func(name string) bool { return !slices.Contains(g.Names, name) })
		}
	}
	return all
}
