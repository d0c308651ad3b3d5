package values

import (
	"encoding/base64"
	"maps"
	"regexp/syntax"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tenon-go/tenon/tree"
)

// letters are what texts are made of: one to four bytes, one and two UTF-16
// units, what JSON escapes, and what editors do not show.
var letters = []rune{
	'a', 'b', 'Z', '0', '9', ' ', '-', '_', '/', '"', '\\', '<', 'é', 'ß', '漢', '𝒳', '😀', '\u0301', '\u2028', '\u00a0',
	'\ufeff', '\n', '\r', '\t', 0, 0x7f,
}

func (g *Generator) letter() rune {
	if g.One(3) {
		return pick(g, letters)
	}
	return rune('a' + g.rng.IntN(26))
}

func (g *Generator) letters(n int) string {
	var b strings.Builder
	for range n {
		b.WriteRune(g.letter())
	}
	return b.String()
}

// spell quotes a text, sometimes with an escape for each UTF-16 unit.
func (g *Generator) spell(s string) string {
	if !g.One(10) {
		return quoted(s)
	}
	const hex = "0123456789abcdef"
	b := []byte{'"'}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, '\\', 'u', hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	return string(append(b, '"'))
}

// tooLong is a bound on lengths that is not worth reaching.
const tooLong = 4096

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

// textOf is a text of a format, an expression and a length, where it can find
// one that is all of these.
func (g *Generator) textOf(t tree.Text, rules []tree.Rule) string {
	least, most := counts(rules, tree.AboutText)
	own := ""
	for _, r := range rules {
		if p, ok := r.(tree.Pattern); ok {
			own = p.Re.String()
		} else if k := r.Kind(); own == "" && k.Pattern != "" && r != tree.Rule(tree.NoNUL{}) {
			own = k.Pattern // few texts satisfy it by chance, as they do NoNUL
		}
	}
	samples := accepted[t.Format]
	var s string
	for range 5 {
		switch {
		case own != "":
			s = g.matching(own)
		case len(samples) > 0 && (t.Pattern == "" || !g.One(3)):
			s = pick(g, samples)
		case t.Pattern != "":
			s = g.matching(t.Pattern)
		default:
			return g.letters(g.length(least, most))
		}
		if n := utf8.RuneCountInString(s); n >= least && (most < 0 || n <= most) {
			break
		}
	}
	return s
}

func (g *Generator) length(least, most int) int {
	if most < 0 || most > least+20 && !(g.One(8) && most <= tooLong) {
		most = least + 20
	}
	switch g.rng.IntN(4) {
	case 0:
		return least
	case 1:
		return most
	}
	return least + g.rng.IntN(most-least+1)
}

// matching is a text that an expression of RE2 matches.
func (g *Generator) matching(expr string) string {
	re, ok := g.patterns[expr]
	if !ok {
		var err error
		if re, err = syntax.Parse(expr, syntax.Perl); err != nil {
			re = &syntax.Regexp{Op: syntax.OpEmptyMatch}
		}
		g.patterns[expr] = re
	}
	var b strings.Builder
	g.match(&b, re)
	return b.String()
}

func (g *Generator) match(b *strings.Builder, re *syntax.Regexp) {
	times := func(least, most int) {
		if most < 0 || most > least+4 {
			most = least + 4
		}
		for range least + g.rng.IntN(most-least+1) {
			g.match(b, re.Sub[0])
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(g.of(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(g.letter())
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			g.match(b, sub)
		}
	case syntax.OpAlternate:
		g.match(b, pick(g, re.Sub))
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

// of is a character of a class, which is a list of ranges.
func (g *Generator) of(ranges []rune) rune {
	i := 2 * g.rng.IntN(len(ranges)/2)
	low, high := ranges[i], ranges[i+1]
	r := low + rune(g.rng.IntN(int(min(high-low, 40))+1))
	if r >= 0xd800 && r < 0xe000 {
		return 0xe000
	}
	return r
}

// binary is bytes in base64.
func (g *Generator) binary(rules []tree.Rule) string {
	least, most := counts(rules, tree.AboutBytes)
	n := g.length(least, most)
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(g.rng.IntN(256))
	}
	return base64.StdEncoding.EncodeToString(b)
}

// accepted are texts of each format, and refused are texts that come close.
var (
	accepted = map[string][]string{
		"uuid":          {"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", "2EB8AA08-AA98-11EA-B4AA-73B441D16380", "00000000-0000-0000-0000-000000000000"},
		"email":         {"a@example.com", `"a b"@example.com`, "a+b@x.io", "te~st@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]", "o'hara@example.co.uk"},
		"uri":           {"https://example.com/", "urn:isbn:0", "http://[::1]:80/?q#f", "mailto:a@b", "x:", "http://a/%41?b=c&d", "tel:+1-816-555-1212"},
		"uri-reference": {"", "a/b", "//h/p", "?q", "#f", "../x", "https://example.com/", "/%41"},
		"hostname":      {"example.com", "a", "xn--nxasmq6b", "a-b.c", "1.example", "A.B"},
		"time":          {"10:00:00Z", "23:59:59.123456789Z", "00:00:00+23:59", "10:00:00-00:00"},
		"date":          {"2026-01-02", "2024-02-29", "0001-01-01", "9999-12-31", "0000-01-01"},
		"date-time":     {"2026-01-02T03:04:05Z", "2024-02-29T23:59:59.999999+01:00", "2026-01-02T03:04:05.1234567Z", "1985-04-12T23:20:50.52Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"},
		"duration":      {"PT0S", "P1W", "P1DT12H", "PT36H", "PT1M", "PT2H0M5S", "P106751D", "PT2562047H47M16S", "P0D", "PT0.5S", "-PT1M0.000000001S", "-P1D", "-PT2562047H47M16.854775808S", "-PT0S"},
		"ipv4":          {"192.0.2.1", "0.0.0.0", "255.255.255.255"},
		"ipv6":          {"2001:db8::1", "::", "::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "2001:DB8::A", "1::8"},
		"ip":            {"192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "::"},
		"cidr":          {"192.0.2.0/24", "2001:db8::/32", "0.0.0.0/0", "::/128", "192.0.2.1/24"},
	}
	refused = map[string][]string{
		"uuid":          {"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f5", "{018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57}", "018f3c1e7c1a7b9e8f573c1a7b9e8f57", "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f5g"},
		"email":         {"a", "@b", "a@", "a@b@c", ".a@b.c", "a..b@c.d", "a b@c.d", "a@-b.c", "a@b.c ", "é@example.com", "a@[1.2.3]"},
		"uri":           {"example.com", "//a/b", "http://a b/", "http://a/%4", "http://[::1", ":", "1a:b", "http://é/", `http://a\b`},
		"uri-reference": {" ", "%4", "a b", "é", `\`, "//[::1", "1a:b"},
		"hostname":      {"", "a_b", "-a", "a-", "a..b", ".a", "a.", strings.Repeat("a", 64), "1.2.3.4", "xn--", "é.com"},
		"time":          {"10:00:00", "24:00:00Z", "10:60:00Z", "23:59:60Z", "10:00:00z", "10:00Z", "10:00:00+24:00", "10:00:00.Z"},
		"date":          {"2026-02-30", "2025-02-29", "2026-1-02", "2026-13-01", "20260102", "2026-01-02T", "２026-01-02", "-001-01-01"},
		"date-time":     {"2026-01-02T03:04:05", "2026-01-02 03:04:05Z", "2026-01-02t03:04:05z", "1998-12-31T23:59:60Z", "2026-02-30T00:00:00Z", "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2026-01-02T24:00:00Z"},
		"duration":      {"P", "PT", "P1", "P1Y", "P1M", "P1DT", "PT1H1S", "P1W1D", "+PT1S", "PT1.5M", "PT.5S", "PT1.S", "PT1,5S", "PT0.0000000001S", "--PT1S", "pt1s", "PT2562047H47M16.854775808S", "P106752D", "PT9223372037S", "P99999999999999999999W"},
		"ipv4":          {"192.0.2", "192.0.2.256", "192.0.02.1", "::1", "192.0.2.1/24", "1.2.3.4.", " 1.2.3.4"},
		"ipv6":          {":::", "1:2:3:4:5:6:7", "1::2::3", "12345::", "fe80::1%eth0", "::1.2.3", "192.0.2.1", "[::1]"},
		"ip":            {"192.0.2.256", ":::", "fe80::1%eth0", "example.com", ""},
		"cidr":          {"192.0.2.0", "192.0.2.0/33", "192.0.2.0/024", "::/129", "192.0.2.0/-1", "fe80::%1/64", "192.0.2.0/"},
		"decimal":       {"1e2", "01", "1.", ".5", "+1", "-", "", "1,5", "0x1", "NaN", " 1"},
	}
)

// Accepted returns texts of a format of package prop.
func Accepted(format string) []string { return accepted[format] }

// Rejected returns texts that formats reject, by the name of the format.
func Rejected() map[string][]string { return maps.Clone(refused) }
