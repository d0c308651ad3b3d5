package oastest_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/pb33f/libopenapi"
	"github.com/pb33f/libopenapi/datamodel"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/yamlx"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/oas"
)

// documents are the golden files of the library and of the shop.
func documents(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"../testdata/*", "testdata/*", "../../_examples/shop/testdata/*", "../../_tests/conformance/testdata/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if slices.Contains([]string{".json", ".yaml"}, filepath.Ext(file)) {
				all = append(all, file)
			}
		}
	}
	if len(all) < 15 {
		t.Fatalf("only %q", all)
	}
	return all
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// readsBack checks that a YAML library reads the output of yamlx for a JSON value as the values
// of encoding/json, with their types. It returns the text.
func readsBack(t testing.TB, text []byte) []byte {
	t.Helper()
	printed, err := yamlx.Append(nil, text)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var want any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&want); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var tree yaml.Node
	if err := yaml.Unmarshal(printed, &tree); err != nil {
		t.Fatalf("%v in:\n%s", err, printed)
	}
	if len(tree.Content) != 1 {
		t.Fatalf("%d documents in:\n%s", len(tree.Content), printed)
	}
	if diff := cmp.Diff(want, valueOf(t, tree.Content[0])); diff != "" {
		t.Errorf("-JSON +YAML:\n%s\nin:\n%s", diff, printed)
	}
	return printed
}

// valueOf returns a node as encoding/json would, by the type that the YAML library resolves.
func valueOf(t testing.TB, n *yaml.Node) any {
	t.Helper()
	switch n.ShortTag() {
	case "!!map":
		all := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			name, ok := valueOf(t, n.Content[i]).(string)
			if !ok {
				t.Errorf("the key %q is no text", n.Content[i].Value)
			}
			if _, twice := all[name]; twice {
				t.Errorf("the key %q comes twice", name)
			}
			all[name] = valueOf(t, n.Content[i+1])
		}
		return all
	case "!!seq":
		all := []any{}
		for _, item := range n.Content {
			all = append(all, valueOf(t, item))
		}
		return all
	case "!!str":
		return n.Value
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	case "!!int", "!!float":
		return json.Number(n.Value)
	}
	t.Errorf("%q is read as %s", n.Value, n.ShortTag())
	return n.Value
}

// canonical spells each number of a JSON text as in YAML.
func canonical(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end := i + 1
			for ; text[end] != '"'; end++ {
				if text[end] == '\\' {
					end++
				}
			}
			out = append(out, text[i:end+1]...)
			i = end + 1
		case strings.IndexByte("-0123456789", c) >= 0:
			end := i
			for end < len(text) && strings.IndexByte("+-.0123456789eE", text[end]) >= 0 {
				end++
			}
			out = append(out, forYAML(string(text[i:end]))...)
			i = end
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

func forYAML(number string) string {
	digits, exponent, found := strings.Cut(strings.ToLower(number), "e")
	switch {
	case !found:
		return number
	case !strings.Contains(digits, "."):
		digits += ".0"
	}
	if exponent[0] != '+' && exponent[0] != '-' {
		exponent = "+" + exponent
	}
	return digits + "e" + exponent
}

func TestDocumentsReadBack(t *testing.T) {
	for _, file := range documents(t) {
		text := read(t, file)
		if filepath.Ext(file) == ".json" {
			readsBack(t, canonical(text))
		} else if strings.Contains(file, "shop") && strings.Contains(file, "../testdata") { // there is a JSON file next to it
			printed := readsBack(t, canonical(read(t, strings.TrimSuffix(file, ".yaml")+".json")))
			if !bytes.Equal(printed, text) {
				t.Errorf("%s is not what is printed of the JSON file beside it", file)
			}
		}
	}
	app := everything.API().Locales(l10n.Builtin()).MustBuild()
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		printed, err := oas.YAML(app, v)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(printed, readsBack(t, canonical(text))) {
			t.Errorf("%s: the YAML is not what is printed of the JSON", v)
		}
	}
}

// odd has strings that YAML could read as another type, or that it cannot contain unescaped.
var odd = []string{
	"", " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", " lead", "trail ", "\tlead", "trail\t", "tab\there", "tab\there\nand there",
	"null", "Null", "NULL", "~", "true", "True", "FALSE", "yes", "No", "on", "OFF", "y", "N", "=", "<<", "<", "-", "--", "---", "--- a", "---a", "...", "... a", "...q",
	"0", "-0", "1", "+1", "-1", "01", "0o7", "0O7", "017", "0x1F", "0X1f", "0b101", "1_000", "_1", "1.", ".5", "1.5", "1e3", "1E+3", "1.e-3", ".inf", "-.Inf", "+.INF", ".nan", ".NaN", "inf", "NaN", "1e400", "12345678901234567890",
	"1:20", "190:20:30", "190:20:30.15", "-1:20", "2006-01-02", "2006-1-2", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5", "2006-01-02T15:04:05Z",
	"#", "#a", "a #b", "a#b", ":", "a:", ":a", "a: b", "a:b", "a:\tb", "http://x/y?z#w", "?", "? a", "?a", "- a", "-a", ",", ",a", "a, b", "[", "[a]", "]", "{", "{a}", "{a: b}", "}", "&", "&a", "*", "*a", "!", "!a", "!!binary a",
	"|", "|-", ">", "> a", "%", "%a", "%YAML 1.2", "@", "@a", "`", "`a`", "'", "'a'", "it's", "''", `"`, `"a"`, `a"b`, `\`, `a\b`, `\n`, "$ref",
	"multi\nline", "multi\n\nline\n", "multi\nline\n\n", " multi\nline", "multi\n  line", "multi \nline", "multi\nline ", "\nmulti\nline", "a\n#b", "a\n---\nb", "a\n...\nb", "a\n- b: c", "a\n\tb", "a\r\nb",
	"é", "日本", "😀", "\u00a0", "a\u0085b", "a\u2028b", "a\u2029b", "\ufeff", "\ufeffa", "a\ufeff", "\ufffd", "\ufffe", "\uffff", "\ue000", "\U0010ffff", "a\x00b", "\x01", "\x1b[0m", "\x7f", "\u0080", "\u009f", "e\u0301", "\u202e", "\u3000",
	strings.Repeat("long ", 1000) + "end", strings.Repeat("x", 2000), strings.Repeat("x", 999), strings.Repeat("x", 1000), strings.Repeat("x", 1024), strings.Repeat("é", 700), strings.Repeat("many\n", 500) + "lines", strings.Repeat(" ", 2000) + "x",
}

// oddities is odd as JSON: as values, as names, as items.
func oddities() []byte {
	values := map[string]any{"": map[string]any{}, "list": []any{}, "lists": []any{[]any{[]any{}, []any{1, []any{2}}}, map[string]any{}, []any{}}}
	for _, s := range odd {
		values[s] = []any{s, map[string]any{s: s}, map[string]any{s: []any{s}}, map[string]any{s: map[string]any{s: nil}}, []any{[]any{s, s}}}
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return text
}

func TestOddTextsReadBack(t *testing.T) {
	readsBack(t, oddities())
	for _, s := range odd { // each as a document
		text, err := jsonx.AppendString(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		readsBack(t, text)
	}
}

// Readers of YAML 1.1 resolve words and numbers that are text in YAML 1.2.
func TestTextsOfYAML11AreQuoted(t *testing.T) {
	for _, s := range []string{"yes", "No", "on", "OFF", "y", "N", "=", "<<", "1_000", "1:20", "190:20:30.15", "017", "0o7", "0b101", "2006-01-02", "2001-12-14 21:59:43.10 -5", "~", "1.e-3", "+1"} {
		text, err := yamlx.Append(nil, []byte(`{"`+s+`":["`+s+`"]}`))
		if want := `"` + s + "\":\n  - \"" + s + "\"\n"; err != nil || string(text) != want {
			t.Errorf("%s is printed as %s, %v", s, text, err)
		}
	}
}

func TestNumbersReadBack(t *testing.T) {
	for number, want := range map[string]string{
		"0": "0", "-0": "-0", "9223372036854775807": "9223372036854775807", "18446744073709551616": "18446744073709551616",
		"123456789012345678901234567890.10": "123456789012345678901234567890.10", "0.1234567890123456789": "0.1234567890123456789",
		"1e3": "1.0e+3", "1E+3": "1.0e+3", "1.50E-300": "1.50e-300", "-2e5": "-2.0e+5",
	} {
		if text := readsBack(t, canonical([]byte(number))); string(text) != want+"\n" {
			t.Errorf("%s is printed as %s, want %s", number, text, want)
		}
		if text, err := yamlx.Append(nil, []byte(number)); err != nil || string(text) != want+"\n" {
			t.Errorf("%s is printed as %s, %v; want %s", number, text, err, want)
		}
	}
}

func TestDeepValuesReadBack(t *testing.T) {
	const depth = 12
	readsBack(t, []byte(strings.Repeat("[", depth)+strings.Repeat("]", depth)))
	readsBack(t, []byte(strings.Repeat(`{"a":`, depth)+"1"+strings.Repeat("}", depth)))
	readsBack(t, []byte(strings.Repeat(`[{"a":`, depth)+`"a\nb"`+strings.Repeat("}]", depth)))
}

func TestInvalidJSONIsNotPrinted(t *testing.T) {
	for _, text := range []string{"", "[1", `{"a":1,"a":2}`, "1 2", "\"\xff\""} {
		got, err := yamlx.Append([]byte("x"), []byte(text))
		if _, ok := err.(*jsonx.Fault); !ok || string(got) != "x" {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}

// TestRandomTextsReadBack prints texts of the characters that YAML has a meaning for.
func TestRandomTextsReadBack(t *testing.T) {
	parts := []string{" ", " ", "\n", "\n", "\t", "a", "b", "-", "?", ":", ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", ">", "'", `"`, "%", "@", "`", "\\", ".", "0", "1", "e", "_", "=", "<", "~", "é", "😀", "\u2028", "\u0085", "\r", "no", "---", "...", "\x00"}
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		return b.String()
	}
	for range 3000 {
		tree := map[string]any{text(): []any{text(), text(), map[string]any{text(): text(), text(): map[string]any{text(): text()}}, []any{text(), []any{text()}}}, text(): text()}
		b, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		if readsBack(t, b); t.Failed() {
			return
		}
	}
}

func FuzzPrintedJSONReadsBack(f *testing.F) {
	for _, s := range odd {
		text, err := jsonx.AppendString(nil, s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add([]byte(`{` + string(text) + `:[` + string(text) + `,{"a":` + string(text) + `}],"x":{` + string(text) + `:1}}`))
	}
	for _, text := range []string{`null`, `[true,false]`, `-1.50`, `1e3`, `[[],{},[[1],[2,[3]]]]`, `{"a":{"b":{}}}`, ` [ 1 , "\u0061" ] `} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !jsonx.Valid(text) || !utf8.Valid(text) || bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > 12 {
			return // the YAML library takes exponential time for depth
		}
		for number := range strings.FieldsFuncSeq(string(text), func(c rune) bool { return !strings.ContainsRune("+-.0123456789eE", c) }) {
			if f, err := strconv.ParseFloat(number, 64); err != nil && math.IsInf(f, 0) {
				return // and reads a number beyond float64 as a string
			}
		}
		readsBack(t, canonical(text))
	})
}

func TestDocumentsAreValidForLibopenapi(t *testing.T) {
	for _, file := range documents(t) {
		if !strings.Contains(file, "../testdata/shop") {
			continue
		}
		// libopenapi considers a required array of its own type infinite, although an empty one
		// ends it.
		d, err := libopenapi.NewDocumentWithConfiguration(read(t, file), &datamodel.DocumentConfiguration{IgnoreArrayCircularReferences: true})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		version := oas.V30
		for _, v := range oas.Versions() {
			if strings.Contains(filepath.Base(file), v.String()[:3]) {
				version = v
			}
		}
		if d.GetVersion() != version.String() {
			t.Errorf("%s is read as %s", file, d.GetVersion())
		}
		model, err := d.BuildV3Model()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		// Every reference has a target.
		for schema, proxy := range model.Model.Components.Schemas.FromOldest() {
			s, err := proxy.BuildSchema()
			if err != nil {
				t.Errorf("%s: %s: %v", file, schema, err)
				continue
			}
			for member, p := range s.Properties.FromOldest() {
				if _, err := p.BuildSchema(); err != nil {
					t.Errorf("%s: %s.%s: %v", file, schema, member, err)
				}
			}
		}
		if got := slices.Collect(model.Model.Paths.PathItems.KeysFromOldest()); !slices.Equal(got, []string{"/products", "/products/{id}", "/areas/{codes}", "/payments"}) {
			t.Errorf("%s: paths %q", file, got)
		}
	}
}
