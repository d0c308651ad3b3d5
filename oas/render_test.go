package oas_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/internal/yamlx"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// large has more of everything than what sorting treats as few.
func large() *tenon.App {
	s := shop()
	for i := range 40 {
		op := getting(fmt.Sprintf("/many/%d", 40-i))
		for j := range 20 {
			op.Inputs = append(op.Inputs, query(prop.Bool(fmt.Sprintf("p%d", 20-j)), tree.Simple))
			op.Also = append(op.Also, tree.Response{Status: 250 - j})
			op.Extensions = append(op.Extensions, tree.Extension{Name: fmt.Sprintf("x-%d", 20-j), JSON: "1"})
		}
		probe.Tree(s).Operations = append(probe.Tree(s).Operations, op)
	}
	return s
}

func TestSameBytesEveryTime(t *testing.T) {
	for _, v := range oas.Versions() {
		for name, write := range map[string]func(*tenon.App, oas.Version, ...oas.Option) ([]byte, error){"JSON": oas.JSON, "YAML": oas.YAML} {
			first, err := write(shop(), v)
			if err != nil {
				t.Fatal(err)
			}
			for range 20 {
				again, err := write(shop(), v)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(first, again) {
					t.Fatalf("%s %s: -first +again:\n%s", name, v, cmp.Diff(string(first), string(again)))
				}
			}
		}
	}
}

func TestManyPartsStandInTheOrderOfTheirDeclaration(t *testing.T) {
	text, err := oas.YAML(large(), oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "  /many/40:\n")
	for _, want := range [][]string{
		{"  /many/39:\n", "  /many/38:\n", "  /many/2:\n", "  /many/1:\n"},
		{"- name: p20\n", "- name: p19\n", "- name: p1\n"},
		{`"204":`, `"250":`, `"249":`, `"231":`, `"400":`},
		{"x-20: 1", "x-19: 1", "x-9: 1", "x-1: 1\n"},
	} {
		at := -1
		for _, part := range want {
			i := strings.Index(rest, part)
			if i <= at {
				t.Errorf("%q stands at %d, not after %d", part, i, at)
			}
			at = i
		}
	}
}

func TestTextEndsWithOneNewline(t *testing.T) {
	for name, write := range map[string]func(*tenon.App, oas.Version, ...oas.Option) ([]byte, error){"JSON": oas.JSON, "YAML": oas.YAML} {
		text, err := write(shop(), oas.V30)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasSuffix(text, []byte("\n")) || bytes.HasSuffix(text, []byte("\n\n")) {
			t.Errorf("%s ends with %q", name, text[len(text)-5:])
		}
	}
}

// odd has names and texts that YAML could take for something else.
func odd() *tenon.App {
	names := []string{
		"null", "1", "a: b", "yes", "No", "on", "y", "~", "=", "<<", "2006-01-02", "0x1F", "1_000", "1:30", "1e3", ".5", "-", "- a",
		"#a", "a #b", "{a}", "[a]", "&a", "*a", "!a", "%a", "@a", "`a`", "'a'", `"a"`, `a\b`, "multi\nline", "tab\there", " lead", "trail ",
		"é", "😀", "a\u2028b", "a\u0085b", "\u00a0", "\ufeffa", "a\x7f", "a\x00b", "x-a", "$ref", "?", "|", ">", "true", "a\r\nb", "+1", ".inf", ".NaN", "0o7", "0b1",
	}
	var props []prop.Prop
	for _, n := range names {
		props = append(props, prop.Enum(n, names...).Describe(n).Title(n).Example(n))
	}
	return inModes(collection.New("Odd", props...), tree.View)
}

// Package oastest reads what yamlx prints with another library.
func TestYAMLIsTheJSONPrinted(t *testing.T) {
	for name, s := range map[string]*tenon.App{"shop": shop(), "odd": odd(), "large": large()} {
		for _, v := range oas.Versions() {
			text, err := oas.JSON(s, v)
			if err != nil {
				t.Fatal(err)
			}
			want, err := yamlx.Append(nil, text)
			if err != nil {
				t.Fatal(err)
			}
			got, err := oas.YAML(s, v)
			if diff := cmp.Diff(string(want), string(got)); err != nil || diff != "" {
				t.Errorf("%s %s: %v: -printed +YAML:\n%s", name, v, err, diff)
			}
		}
	}
}

// YAML 1.1, which many tools still read, has more words for true and false.
func TestTextsAreTextsInOldYAMLToo(t *testing.T) {
	text, err := oas.YAML(odd(), oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"yes", "No", "on", "y", "1_000", "1:30", "=", "<<", "2006-01-02"} {
		if !strings.Contains(string(text), "        \""+word+"\":\n") {
			t.Errorf("the name %s has no quotes", word)
		}
		if strings.Contains(string(text), "- "+word+"\n") {
			t.Errorf("the value %s has no quotes", word)
		}
	}
}

// FuzzExtensions checks that JSON given by a user comes out as it went in.
func FuzzExtensions(f *testing.F) {
	for _, seed := range []string{
		`null`, `true`, `false`, `0`, `-0`, `1`, `-1.50`, `1e3`, `1E+3`, `9007199254740993`, `18446744073709551615`, `123456789012345678901234567890`,
		`0.1234567890123456789`, `1e-300`, `""`, `"a"`, `"null"`, `"true"`, `"1"`, `"1e400"`, `"yes"`, `"2006-01-02"`, `"2006-01-02T15:04:05Z"`, `"<&>"`, `"a\nb"`, `"\ta"`, `"a\u2028b"`, `"😀"`, `"é"`, `" "`, `"-"`,
		`[]`, `{}`, `[[],{}]`, `{"":1}`, `{"<<":{"a":1}}`, `{"a":{"b":[1,2.50,null,"x"]},"null":null}`, `"\u0000"`, `"a: b"`, `"#"`, `"|\n"`, `"\r"`, `"!!binary a"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !jsonx.Valid([]byte(text)) {
			return
		}
		want, err := jsonx.AppendRaw(nil, []byte(text))
		if err != nil {
			return
		}
		s := serving()
		probe.Tree(s).Extensions = []tree.Extension{{Name: "x-a", JSON: text}}
		got, err := oas.JSON(s, oas.V31)
		if err != nil {
			if strings.Contains(err.Error(), "too large") || strings.Contains(err.Error(), "nested") || strings.Contains(err.Error(), "members") {
				return
			}
			t.Fatal(err)
		}
		got, err = jsonx.AppendRaw(nil, got)
		if err != nil {
			t.Fatal(err)
		}
		var compact, original bytes.Buffer
		compact.WriteString(strings.TrimSuffix(string(got[bytes.Index(got, []byte(`"x-a":`))+6:]), "}"))
		original.Write(want)
		if same(t, compact.Bytes()) != same(t, original.Bytes()) {
			t.Errorf("got %s, want %s", compact.Bytes(), original.Bytes())
		}
	})
}

// same is JSON text with its strings spelled in one way, and its numbers as they
// are.
func same(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
