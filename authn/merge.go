package authn

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// merge makes one identity of those that a combination has proved.
func (d *alternatives) merge(outcomes []outcome, combination []int) Identity {
	who := outcomes[combination[0]].who
	if len(combination) == 1 {
		if d.guest.of == nil || len(d.schemes) == 1 {
			return who
		}
		return who.edit(func(p *identityData) { p.records = slices.Concat(p.records, d.guest.of.records) })
	}
	parts := make([]Identity, len(combination))
	for i, at := range combination {
		parts[i] = outcomes[at].who
	}
	slices.SortFunc(parts, func(a, b Identity) int { return cmp.Compare(a.of.scheme, b.of.scheme) })
	return Identity{}.edit(func(p *identityData) {
		p.parts = parts
		p.subject = joined(parts, func(p *identityData) string { return p.subject })
		p.issuer = parts[0].of.issuer
		if slices.ContainsFunc(parts, func(i Identity) bool { return i.of.issuer != p.issuer }) {
			p.issuer = joined(parts, func(p *identityData) string { return p.issuer })
		}
		p.scheme = schemesOf(parts)
		p.scopes = common(parts, func(p *identityData) grants { return p.scopes })
		p.roles = common(parts, func(p *identityData) grants { return p.roles })
		p.permissions = common(parts, func(p *identityData) grants { return p.permissions })
		for _, part := range parts {
			if at := part.of.expires; !at.IsZero() && (p.expires.IsZero() || at.Before(p.expires)) {
				p.expires = at
			}
			p.records = append(p.records, part.of.records...)
		}
		p.records = append(p.records, d.guest.look().records...)
	})
}

// joined writes what each part has, so that no two lists are written alike.
func joined(parts []Identity, of func(*identityData) string) string {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(part.of.scheme) // which has no character of its own meaning here
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(of(part.of)))
	}
	return b.String()
}

func schemesOf(parts []Identity) string {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteByte('+')
		}
		b.WriteString(part.of.scheme)
	}
	return b.String()
}

// common are the grants that every part has which says anything of them: what the one
// may do must not become what the other may.
func common(parts []Identity, of func(*identityData) grants) (all grants) {
	for _, part := range parts {
		switch g := of(part.of); {
		case !g.given:
		case !all.given:
			all = granted(g.names)
		default:
			all.names = slices.DeleteFunc(all.names, func(name string) bool { return !slices.Contains(g.names, name) })
		}
	}
	return all
}
