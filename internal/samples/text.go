package samples

import (
	"encoding/base64"
	"math/big"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/tenon-go/tenon/tree"
)

// formats has texts of the formats of package prop.
var formats = map[string][]string{
	"uuid":          {"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f58"},
	"email":         {"ada@example.com", "grace@example.com", "a@b.io"},
	"uri":           {"https://example.com/", "https://example.com/a", "urn:a:b"},
	"uri-reference": {"/a", "/b", "a"},
	"hostname":      {"example.com", "www.example.com", "a.io"},
	"time":          {"10:00:00Z", "12:30:00Z"},
	"date":          {"2026-01-02", "2026-01-03"},
	"date-time":     {"2026-01-02T03:04:05Z", "2026-01-03T03:04:05Z"},
	"duration":      {"PT1H", "P1D", "PT30M"},
	"ipv4":          {"192.0.2.1", "192.0.2.2"},
	"ipv6":          {"2001:db8::1", "2001:db8::2"},
	"ip":            {"192.0.2.1", "2001:db8::1"},
	"cidr":          {"192.0.2.0/24", "2001:db8::/32"},
}

// maxTries is how many texts are generated for an expression.
const maxTries = 60

// text returns the nth text of a type that satisfies the rules.
func (g *generator) text(t tree.Text, rules []tree.Rule, n int) (string, bool) {
	if t.Format == "decimal" {
		b := boundsOf(rules)
		text := g.number(b, n)
		if digits, fixed := t.Fraction.Digits(); fixed && text != "" {
			x, _ := new(big.Rat).SetString(text)
			text = x.FloatString(digits)
		}
		return text, text != ""
	}
	least, most := counts(rules, tree.AboutText)
	expressions := []string{}
	fits := func(s string) bool {
		if n := utf8.RuneCountInString(s); n < least || most >= 0 && n > most {
			return false
		}
		for _, r := range rules {
			if p, ok := r.(tree.Pattern); ok && !p.Re.MatchString(s) {
				return false
			}
			if !tree.Satisfied(r, s) {
				return false
			}
		}
		return true
	}
	for _, r := range rules {
		if p, ok := r.(tree.Pattern); ok {
			if expr := p.Re.String(); expr != "" {
				expressions = append(expressions, expr)
			}
		} else if k := r.Kind(); k.Pattern != "" && r != tree.Rule(tree.NoNUL{}) {
			expressions = append(expressions, k.Pattern)
		}
	}
	samples := formats[t.Format]
	for i := range samples {
		if s := samples[(n+g.attempt+i)%len(samples)]; fits(s) {
			return s, true
		}
	}
	if len(samples) == 0 && t.Pattern != "" {
		expressions = append(expressions, t.Pattern)
	}
	if len(expressions) == 0 {
		if t.Format != "" {
			return "", false
		}
		s := words(least, most, n+g.attempt)
		return s, fits(s)
	}
	for _, expr := range expressions {
		re, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			continue
		}
		for i := range maxTries {
			var b strings.Builder
			g.match(&b, re, i/4)
			if s := b.String(); fits(s) {
				return s, true
			}
			// An expression without anchors matches in a longer text.
			if missing := least - utf8.RuneCountInString(b.String()); missing > 0 {
				if s := b.String() + strings.Repeat("a", missing); fits(s) {
					return s, true
				}
			}
		}
	}
	return "", false
}

// words returns "text", as long as it must be.
func words(least, most, n int) string {
	s := "text" + suffix(n)
	for utf8.RuneCountInString(s) < least {
		s += " text"
	}
	if least > 8 && len(s) > least {
		s = strings.TrimRight(s[:least], " ")
		s += strings.Repeat("t", least-len(s))
	}
	if most >= 0 && len(s) > most {
		s = s[len(s)-most:] // the end differs between texts
	}
	return s
}

// match writes a text that an expression of RE2 matches; longer ones with more.
func (g *generator) match(b *strings.Builder, re *syntax.Regexp, more int) {
	times := func(least, most int) {
		n := least
		if most < 0 || most > least {
			n += g.rng.IntN(more + 1)
			if n == 0 {
				n = 1
			}
			if most >= 0 {
				n = min(n, most)
			}
		}
		for range n {
			g.match(b, re.Sub[0], more)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(g.character(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(rune('a' + g.rng.IntN(26)))
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			g.match(b, sub, more)
		}
	case syntax.OpAlternate:
		g.match(b, re.Sub[g.rng.IntN(len(re.Sub))], more)
	case syntax.OpStar:
		times(0, -1)
	case syntax.OpPlus:
		times(1, -1)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	}
}

// character returns a character of a class, which is a list of ranges: a letter or a digit
// if it has one.
func (g *generator) character(ranges []rune) rune {
	for _, among := range [][2]rune{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}} {
		var common []rune
		for i := 0; i < len(ranges); i += 2 {
			for r := max(ranges[i], among[0]); r <= min(ranges[i+1], among[1]); r++ {
				common = append(common, r)
			}
		}
		if len(common) > 0 {
			return common[g.rng.IntN(len(common))]
		}
	}
	return ranges[2*g.rng.IntN(len(ranges)/2)]
}

// binary returns bytes in base64.
func (g *generator) binary(rules []tree.Rule, n int) string {
	least, most := counts(rules, tree.AboutBytes)
	return base64.StdEncoding.EncodeToString([]byte(words(least, most, n+g.attempt)))
}

// counts returns the bounds that rules set on how many there are of something; most is -1
// without one.
func counts(rules []tree.Rule, about tree.Subject) (least, most int) {
	most = -1
	for _, r := range rules {
		switch n, ok := tree.Count(r); {
		case !ok || r.Kind().About != about:
		case r.Kind().IsLower():
			least = n
		default:
			most = n
		}
	}
	return least, most
}
