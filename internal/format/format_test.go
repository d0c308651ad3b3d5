package format_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
)

// cases are the texts that each format takes and refuses, beyond the suite's.
var cases = map[string]struct{ valid, invalid []string }{
	"uuid": {
		valid:   []string{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"},
		invalid: []string{"", "{17f22e2-79b0-7cc3-98c4-dc0c0c07398}", "017f22e2_79b0_7cc3_98c4_dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-dc0c0c07398G", strings.Repeat("-", 36)},
	},
	"email": {
		valid: []string{
			`a@b`, `a+b@example.com`, `!#$%&'*+-/=?^_{|}~@example.com`, "`@example.com", `""@example.com`,
			`"\""@example.com`, `"\\"@example.com`, `a@1.example`, `a@xn--bcher-kva.example`,
			`a@[ipv6:2001:db8::1]`, strings.Repeat("a", 64) + "@example.com",
			"a@" + strings.Repeat(strings.Repeat("d", 49)+".", 5) + "de", // 254
		},
		invalid: []string{
			``, `@`, `a`, `a@`, `"a@b`, `"a"b@example.com`, `"a\"@example.com`, `"a` + "\x7f" + `"@example.com`, "\"a\n\"@example.com",
			`"\` + "\x00" + `"@example.com`, `"`, `"\`, `a@b.`, `a@.b`, `a@b..c`, `a@-b`, `a@b-`, `a@b_c`, `a@b@c`, `a@[`, `a@[]`, `a@]`,
			`a@[127.0.0.1`, `a@127.0.0.1]`, `a@[::1]`, `a@[IPv6:127.0.0.1]`, `a@[IPv6:fe80::1%25eth0]`, `a@[tag:content]`, `a@b(c)`, `(c)a@b`,
			"é@example.com", "a@bücher.example", "a@example.com\n", ` a@b`, strings.Repeat("a", 65) + "@example.com",
			"a@" + strings.Repeat("d", 64) + ".com", "a@" + strings.Repeat(strings.Repeat("d", 49)+".", 5) + "def", // 255
		},
	},
	"uri": {
		valid: []string{
			"a:", "a+b-c.1:x", "HTTP://EXAMPLE.COM", "https://user:pass@example.com:8443/a/b;c=1/../d?e=f&g#h?i/j", "file:///etc/hosts",
			"http://[::1]:80/", "http://[::ffff:192.0.2.1]", "http://[v1.a:b]", "http://[VF.~]/", "http://1.2.3.4.5", "urn:isbn:0451450523",
			"a://@:", "a:?", "a:#", "a:?#", "a:/", "a:/b//c", "mailto:a@b", "data:,a%20b", "http://a/?x=/?:@", "http://a/%C3%A9",
		},
		invalid: []string{
			"", ":", "1:", "+a:", "a", "//a", "/a", "?a", "#a", "a:#b#c", "a:b[c]", "a:?[", "a:#[", "a:%", "a:%4", "a:%4x", "a:%x4",
			"http://[::1", "http://::1]", "http://[::1]a", "http://[::1]:a", "http://[]", "http://[::1%25eth0]", "http://[v.a]", "http://[v1.]", "http://[v1]",
			"http://[vg.a]", "http://[v1./]", "http://[v1.%41]", "http://[1.2.3.4]", "http://a@b@c", "http://a:1a", "http://a:1:2", "http://a[b", "a b:c",
			"http://a/\x00", "http://a/\x7f", "http://a/é", "http://a/b\n", "ht\ttp://a", "http://a/\"", "http://a\\b",
		},
	},
	"uri-reference": {
		valid: []string{
			"", "a", ".", "..", "../a", "./a:b", "a/b:c", "a?b:c", "a#b:c", "?", "#", "/", "/a//b", "//", "//a", "//a:80/b?c#d", "//[::1]", "/a:b", "a:b", "%20",
		},
		invalid: []string{
			"1:b", ":", ":a", "+:b", "a_b:c", "//a:b", "//[", "///[", "a\\b", "a b", "#a#b", "%", "%zz", "é", "a\n", "a:b[",
		},
	},
	"hostname": {
		valid: []string{
			"a", "a.b", "A.B", "1", "1.2", "1.2.3.4.5", "1.2.3.4a", "3com.com", "r3---sn-a.example", "a-b", "a--b", "axn--b", "localhost",
			strings.Repeat("a", 63), strings.Repeat(strings.Repeat("a", 62)+".", 4) + "a", // 253
			"xn--bcher-kva.example", "XN--BCHER-KVA", "xn--r8jz45g", "xn--fsq470a", "xn--j50i",
			"xn--ll-0ea", "xn--LL-0ea", "xn--wva3je", "xn--4dbc5h", "xn--4dbc8h", "xn--lcka3v", "xn--11b2ezcw70k", "xn--11b2ezcs70k",
			"xn--ngba5hb2804a", "xn--ngb6id", "xn--ngb41bd", "xn--zca29lwxobi7a", "xn--qmbc", "xn--9caaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
			"xn--aaaaaaaaaaaaaaaaaaaa-pecbbbbbbbbbbbbbbbbbbb",
		},
		invalid: []string{
			"", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "a-.b", "a_b", "a b", "a.b\n", "a/b", "a:1", "bücher.example", "a。b", "*.a", "\x00",
			"1.2.3.4", "999.1.2.3", "01.02.03.04", strings.Repeat("a", 64), strings.Repeat(strings.Repeat("a", 62)+".", 4) + "aa", // 254
			"xn--", "xn--a", "xn--X", "xn--abc-", "xn---bcher-kva", "xn--bcher-kv", "xn--99999999", "xn--zzzzzzzzz", "xn--" + strings.Repeat("9", 59),
			"a.xn--X.b", "XN--X",
			"xn----dha",       // ends with a hyphen
			"xn----eha",       // starts with one
			"xn--aa---3ra",    // hyphens third and fourth
			"xn--hello-zed",   // nonspacing mark first
			"xn--hello-txk",   // spacing mark first
			"xn--hello-ku4b",  // enclosing mark first
			"xn--wca",         // capital letter
			"xn--n3h",         // symbol
			"xn--ypd",         // old Hangul jamo
			"xn--07j5780c",    // disallowed tone mark
			"xn--chb89f",      // disallowed tatweel and lajanyalan
			"xn--al-0ea",      // middle dot after a
			"xn--la-0ea",      // before a
			"xn--l-fda",       // after nothing
			"xn--l-gda",       // before nothing
			"xn--s-jib3p",     // keraia before s
			"xn--ab-vod",      // geresh after a
			"xn--ab-yod",      // gershayim after a
			"xn--defabc-k64e", // Katakana middle dot among Latin
			"xn--vek",         // and alone
			"xn--ngb6iyr",     // two sets of Arabic-Indic digits
			"xn--11b2er09f",   // joiner without virama
			"xn--02b508i",     // joiner first
			"xn--ab-j1t",      // non-joiner among Latin
			"xn--b-0mc6hs06i", // before Latin
			"xn--b-1mc6hq06i", // after Latin
		},
	},
	"ipv4": {
		valid:   []string{"1.1.1.1", "199.249.99.9"},
		invalid: []string{"1.1.1.1.", "00.1.1.1", "1.1.1.00", "300.1.1.1", "1.1.1.1111", "1,1.1.1", "...", "1.1.1"},
	},
	"ipv6": {
		valid:   []string{"1::", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8", "ABCD::EF", "1:2:3:4:5::1.2.3.4", "::1.2.3.4"},
		invalid: []string{"", ":", ":::", "1:", "::1:", ":1", "1::2::", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "1:2:3:4:5:6::1.2.3.4", "1.2.3.4::", "::1.2.3.4:5", "::g", "::12345", "::1%"},
	},
	"ip-prefix": {
		valid:   []string{"0.0.0.0/0", "10.0.0.0/8", "10.1.2.3/8", "10.0.0.0/19", "192.0.2.1/32", "::/0", "2001:db8::/32", "fe80::1/64", "fe80::1/99", "::ffff:1.2.3.4/120", "::1/128"},
		invalid: []string{"", "/", "/8", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/40", "10.0.0.0/08", "10.0.0.0/00", "10.0.0.0/+8", "10.0.0.0/8 ", "10.0.0.0/8/8", "10.0.0/8", "10.0.0.0/128", "::/129", "::/200", "::/0128", "::/-1", "fe80::1%eth0/64", "10.0.0.0/255.0.0.0"},
	},
	"duration": {
		valid: []string{
			"P1Y", "P1Y2M", "P1Y2M3D", "P1M2D", "P3D", "P3W", "PT1H", "PT1H2M", "PT1H2M3S", "PT2M3S", "PT3S", "P1Y2M3DT4H5M6S", "P1YT6S", "P1MT1M",
			"P00D", "P" + strings.Repeat("9", 400) + "D",
		},
		invalid: []string{
			"", "P", "PT", "T1H", "1D", "P1", "PD", "P1H", "PT1D", "P1YT", "P1Y2D", "PT1H2S", "P2D1Y", "P1D1D", "P1W1D", "P1D1W", "P1WT1H", "P1W1W", "PT1W",
			"P1DT", "P1D2H", "P1D2T3H", "PT1H1", "PT1HT1M", "PP1D", "p1d", "P1d", "P1.5D", "P1,5D", "PT1.5S", "P-1D", "-P1D", "+P1D", "P1D\n", " P1D", "P 1D", "P১D",
		},
	},
	"time": {
		valid: []string{"00:00:00Z", "23:59:59Z", "12:00:00.1Z", "12:00:00.123456789012345678901234567890Z", "12:00:00+23:59", "12:00:00-00:00", "12:00:00.5-23:59"},
		invalid: []string{
			"", "Z", "12:00Z", "12:00:00", "24:00:00Z", "23:60:00Z", "23:59:60Z", "00:29:60-23:30", "12:00:00z", "12:00:00.Z", "12:00:00,5Z", "12:00:00.5", "1:00:00Z",
			"12:00:00+24:00", "12:00:00+00:60", "12:00:00+0100", "12:00:00+01", "12:00:00+01:000", "12:00:00 01:00", "12:00:00Z+01:00", "12:00:00ZZ", "12-00:00Z", "12:00-00Z",
			"12:00:0aZ", "1২:00:00Z", "T12:00:00Z", "12:00:00Z\n", "12:00:00\u221201:00",
		},
	},
	"date": {
		valid:   []string{"0000-01-01", "0000-02-29", "9999-12-31", "2000-02-29"},
		invalid: []string{"1900-02-29", "2026-04-31", "2026-13-01", "202a-01-01", "a026-01-01", "2026-1a-01", "2026-01-a1", "2026-01/01"},
	},
	"date-time": {
		valid: []string{"0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59", "2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05-00:00"},
		invalid: []string{
			"", "2026-01-02", "2026-01-02T", "2026-01-02T03:04:05", "2026-01-02t03:04:05Z", "2026-01-02 03:04:05Z", "2026-01-02T03:04:05z", "2026-01-02T03:04:60Z",
			"2026-01-02T03:04:05.Z", "2026-01-02T03:04:05,1Z", "2026-02-30T03:04:05Z", "2026-01-02T3:04:05Z", "2026-01-02T03:04:05+24:00",
		},
	},
}

func TestFormats(t *testing.T) {
	for name, c := range cases {
		valid := predicate(t, name)
		for _, s := range c.valid {
			if !valid(s) {
				t.Errorf("%s: %q is refused", name, s)
			}
		}
		for _, s := range c.invalid {
			if valid(s) {
				t.Errorf("%s: %q is taken", name, s)
			}
		}
	}
	for name := range predicates {
		if len(cases[name].valid) == 0 || len(cases[name].invalid) == 0 {
			t.Errorf("%s has no cases", name)
		}
	}
}

func TestPredicatesDoNotAllocate(t *testing.T) {
	for name, c := range cases {
		valid := predicate(t, name)
		for _, s := range append(c.valid[:len(c.valid):len(c.valid)], c.invalid...) {
			if n := allocs.Least(func() { valid(s) }); n != 0 {
				t.Errorf("%s: %q: %d allocations", name, s, n)
			}
		}
	}
}

// A predicate that were quadratic would take minutes here.
func TestLongTextsTakeLinearTime(t *testing.T) {
	const size = 4 << 20
	for _, unit := range []string{"a", "1", ".", ":", "/", "@", "%41", "-", "\"", "\\", "[", "P", "1D", "0:", "xn--a.", "\xff", "é"} {
		for _, start := range []string{"", "a:", "a://", "//", "http://[", "a@", "\"", "P", "12:00:00.", "2026-01-02T03:04:05."} {
			s := start + strings.Repeat(unit, size/len(unit))
			for _, valid := range predicates {
				valid(s)
			}
		}
	}
}

func FuzzPredicatesTakeAnyBytes(f *testing.F) {
	for _, c := range cases {
		for _, s := range c.valid {
			f.Add(s)
		}
		for _, s := range c.invalid {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, valid := range predicates {
			if valid(s) && strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%s: %q is taken", name, s)
			}
		}
		if predicates["uri"](s) && !predicates["uri-reference"](s) {
			t.Errorf("%q is a URI and no URI reference", s)
		}
		if predicates["hostname"](s) && !predicates["uri-reference"]("//"+s) {
			t.Errorf("%q is a host name and no host of a URI", s)
		}
	})
}
