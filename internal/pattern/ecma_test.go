package pattern_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/pattern"
)

var accepted = []string{
	``, `a`, `abc`, `^abc$`, `^$`, `$^`, `a|b`, `a||b`, `|`, `()`, `(|a)+b`, `(a)(b)`, `(?:a|b)c`, `((a|b)*c)?d`, `a/b`, `a-b`, `a,b`, `é`, `日本`, `😀`, `^😀$`, `^😀+$`,
	`.`, `^.$`, `^..$`, `^.*$`, `a.b`, `^(?:.|\n)*$`,
	`a*`, `a+b`, `a?b`, `^a{2}$`, `^a{2,}$`, `^a{1,2}$`, `^a{0}$`, `^a{0,0}b`, `a*?b`, `a+?`, `a??b`, `^a{1,2}?$`, `(?:a*)*b`, `(?:a?){3}b`, `(?:)*`, `(?:){2}a`, `(?:^)*a`, `(?:\b)+a`, `(?:$|a)*`, `^(?:a|\b)*b`,
	`(a{10}){100}`, `a{1000}`, `(?:a{1000})*`, `^a{003}$`, `^a{01,02}$`, `^a{00,}$`,
	`\d`, `^\d+$`, `\D`, `^\D$`, `\w`, `^\w+$`, `\W`, `^\W$`, `\s`, `^\s+$`, `\S`, `^\S+$`, `\bk\b`, `\B`, `^\B$`, `a\B`, `\bK`, `é\b`,
	`[abc]`, `^[^abc]$`, `[a-c]`, `^[^a-c]+$`, `[-a]`, `[a-]`, `[\-a]`, `[a\-z]`, `^[--a]$`, `^[+--]$`, `^[a-b-c]$`, `^[a-b--c]$`, `^[-c-d]$`, `[a^]`, `[\^a]`, `[.]`, `[*+?(){}|$]`, `[\[\]]`, `[\\]`, `[/]`, `[\/]`, `[:alpha:]`,
	`[\d]`, `^[\d.]+$`, `^[^\d]$`, `[\D]`, `^[\w-]+$`, `^[\W]$`, `[\s]`, `^[^\s]$`, `[\S]`, `^[^\S]+$`, `^[\s\S]*$`, `^[\s\d]+$`, `^[^\s\d]+$`, `^[\d-]+$`, `^[-\s]+$`, `[\t\n\v\f\r]`, `[\x00-\x1F]`, `[\u00e0-\u00FF]`, `[à-ÿ]`, `^[😀-😂]$`, `^[^a]$`, `^[^😀]$`, `[&&a]`, `[a-c&&b]`, `[ -~]`, `^[\x2D-\x2f]$`, `[\x5d]`, `[\x5b\x5e-a]`,
	`\t`, `\n`, `\v`, `\f`, `\r`, `\x41`, `\x2e`, `^\x2A$`, `a\x7B2\x7D`, `(\x3F:a)`, `\u0041`, `\u212A`, `^\uFEFF$`, `\u2028`, `\uFFFF`, `\x00`,
	`\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/`, "a\nb", "\x00", "\u2028", "[\u2028\n]", "\ufeff",
	`^[0-9]{4}-(?:0[1-9]|1[0-2])$`, `^[A-Za-z0-9._%+\-]+@[A-Za-z0-9.\-]+\.[A-Za-z]{2,}$`, `^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$`, `^#(?:[0-9a-fA-F]{3}){1,2}$`, `^[a-z0-9]+(?:-[a-z0-9]+)*$`,
	format.DatePattern, format.DateTimePattern,
}

var texts = []string{
	"", "a", "b", "k", "K", "\u212a", "ſ", "aa", "aaa", "a{003}", "ab", "ac", "ba", "bab", "abc", "abcd", "xabcx", "a b", "a-b", "-", "--", ",", "+", ".", "/", "a/b", `\`, "^", "$", "[", "]", "{", "}", "(", ")", "|", "?", "*", "?:a", "a{2}", "&", ":", "_",
	"0", "9", "12", "123", "1.2.3.4", "٣", "A", "Z", "é", "é a", "aé", "à", "日本", "😀", "😁", "😀😀", "a😀", "ÿ", "ß", "\uffff", "\U0010ffff",
	"\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\t", "\v", "\f", " ", "  ", "\u00a0", "\ufeff", "\u1680", "\u180e", "\u2000", "\u200a", "\u200b", "\u202f", "\u205f", "\u2060", "\u3000", "\x00", "\x07", "\x08", "\x1f", "\x7f",
	"a\n", "\na", "a\nb", "a\rb", "a\u2028b", "a\u2029b", "a\u0085b", "a\u00a0b", "a\ufeffb", "a\r\nb", "1 2", "1\u00a02", "b\n", "b\na",
	"2026-12", "2026-13", "2026-02-28", "2026-02-32", "2026-02-28T12:34:56.789+01:00", "2026-02-28T12:34:56Z", "2026-02-28T12:34:56Z\n", "2026-02-28t12:34:56z", "joe@example.com", "#fff", "#abcd", "a-b-c", `^$\.*+?()[]{}|/`, "\ufffd", "\u0300a",
}

// ecmaScript reads expressions and texts and answers, for each expression, null
// where it is no pattern under the u flag, or else what it matches.
const ecmaScript = `
const {exprs, texts} = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answer = exprs.map(expr => {
	let re;
	try { re = new RegExp(expr, "u") } catch { return null }
	return texts.map(text => re.test(text));
});
process.stdout.write(JSON.stringify(answer));`

// inECMA runs all expressions over all texts in one process of Node, which CI has.
func inECMA(t *testing.T, exprs, texts []string) [][]bool {
	t.Helper()
	in, err := json.Marshal(map[string][]string{"exprs": exprs, "texts": texts})
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "-e", ecmaScript)
	node.Stdin, node.Stderr = bytes.NewReader(in), &stderr
	out, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	var answer [][]bool
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer) != len(exprs) {
		t.Fatalf("node answered %d expressions of %d", len(answer), len(exprs))
	}
	return answer
}

func TestAcceptedExpressionsMeanWhatTheyMeanInECMA262(t *testing.T) {
	for i, matches := range inECMA(t, accepted, texts) {
		expr := accepted[i]
		re, err := pattern.Compile(expr)
		if err != nil {
			t.Error(err)
			continue
		}
		if matches == nil {
			t.Errorf("%q: accepted, and no pattern in ECMA-262", expr)
			continue
		}
		for j, want := range matches {
			if got := re.MatchString(texts[j]); got != want {
				t.Errorf("%q on %q: got %v, ECMA-262 says %v", expr, texts[j], got, want)
			}
		}
	}
}

// What ECMA-262 refuses must be refused here. Of what it takes, the table of
// refusals says why.
func TestRandomExpressionsMeanWhatTheyMeanInECMA262(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	exprs := make([]string, 20_000)
	for i := range exprs {
		var b strings.Builder
		if i%2 == 0 {
			grow(&b, random, 3)
		} else {
			for range 1 + random.IntN(6) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
		}
		exprs[i] = b.String()
	}
	// Node backtracks, in time exponential in the text where repetitions nest.
	texts := slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return utf8.RuneCountInString(s) > 3 })
	compared := 0
	for i, matches := range inECMA(t, exprs, texts) {
		expr := exprs[i]
		re, err := pattern.Compile(expr)
		if err != nil {
			if i%2 == 0 {
				t.Errorf("grown in the dialect: %v", err)
			}
			continue
		}
		if matches == nil {
			t.Errorf("%q: accepted, and no pattern in ECMA-262", expr)
			continue
		}
		compared++
		for j, want := range matches {
			if got := re.MatchString(texts[j]); got != want {
				t.Errorf("%q on %q: got %v, ECMA-262 says %v", expr, texts[j], got, want)
			}
		}
	}
	if compared < 12_000 {
		t.Errorf("only %d of %d expressions were compared", compared, len(exprs))
	}
}

// pieces make expressions that are mostly outside of the dialect.
var pieces = []string{
	"a", "b", "k", "é", "😀", " ", "\n", "\u2028", "0", "2", ",", "-", "^", "$", ".", "|", "(", ")", "(?:", "(?", "[", "]", "[^", "[a-c]", "[^a]", "[[:", ":]", "a-c", "{", "}", "{2}", "{0,1}", "{1,}", "{,2}", "{2,1}", "{01}",
	"*", "+", "?", "*?", `\`, `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, `\t`, `\n`, `\x41`, `\x4`, `\u0041`, `\u{61}`, `\uD83D`, `\uDE00`, `\0`, `\1`, `\k`, `\cA`, `\A`, `\z`, `\Q`, `\p{L}`, `\-`, `\/`, `\.`, `\[`, `\]`, `\@`, "/", "&&", ":",
}

// grow writes a random expression of the dialect.
func grow(b *strings.Builder, random *rand.Rand, depth int) {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	for n := 1 + random.IntN(3); n > 0; n-- {
		switch random.IntN(8) {
		case 0:
			b.WriteString(pick("^", "$", `\b`, `\B`))
			continue
		case 1:
			if depth > 0 {
				b.WriteString("|")
				continue
			}
			b.WriteString("a")
		case 2, 3:
			if depth > 0 {
				b.WriteString(pick("(", "(?:"))
				grow(b, random, depth-1)
				b.WriteString(")")
			} else {
				b.WriteString(".")
			}
		case 4:
			b.WriteString(pick("[", "[^"))
			for m := 1 + random.IntN(3); m > 0; m-- {
				b.WriteString(pick("a", "a-c", `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, ".", " ", "$", `\n`, `\u2028-\u2029`, "é", "😀-😂", "k", `\-`, `\]`, `\^`))
			}
			b.WriteString(pick("]", "]", "-]"))
		default:
			b.WriteString(pick("a", "b", "k", "é", "😀", ".", `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\n`, `\x41`, `\u00a0`, `\.`, `\/`, "-", " "))
		}
		b.WriteString(pick("", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?", "??", "{0}", "{1,2}?", "{02}"))
	}
}
