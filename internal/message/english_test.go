package message_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/tree"
)

// Each code is listed once, and those of rules are listed with the others.
func TestCodesAreComplete(t *testing.T) {
	got := message.Codes()
	slices.Sort(got)
	if distinct := slices.Compact(slices.Clone(got)); len(got) < 30 || len(distinct) != len(got) {
		t.Errorf("of %d codes %d are distinct", len(got), len(distinct))
	}
	for _, r := range tree.AllRules() {
		if _, custom := r.(tree.Custom); slices.Contains(got, r.Code()) == custom {
			t.Errorf("Codes lists %s: %t", r.Code(), !custom)
		}
	}
}

// A text names what a value must be, and ends the sentence "The value …".
func TestEveryCodeHasAText(t *testing.T) {
	for _, code := range message.Codes() {
		text := message.Template(code)
		if !strings.HasPrefix(text, "must ") && !strings.HasPrefix(text, "may ") && !strings.HasPrefix(text, "is ") && !strings.HasPrefix(text, "has ") || strings.HasSuffix(text, ".") {
			t.Errorf("the text of %s is %q", code, text)
		}
		one := message.Template(code + ".one")
		if one != "" && (len(message.Names(text)) != 1 || len(message.Names(one)) != 0) {
			t.Errorf("the texts of %s are %q and %q", code, text, one)
		}
	}
	if got := message.Template("no_such_code"); got != "" {
		t.Errorf("a code that nobody knows has the text %q", got)
	}
}

// What a text asks for, the rule delivers, and the other way round.
func TestRulesDeliverWhatTheirTextsAskFor(t *testing.T) {
	for _, r := range tree.AllRules() {
		if _, own := r.(tree.Custom); own {
			continue
		}
		text := message.Template(r.Code())
		if text == "" {
			t.Errorf("%T has no text", r)
		}
		var delivered []string
		for _, p := range r.Params() {
			delivered = append(delivered, p.Name)
		}
		if asked := message.Names(text); !slices.Equal(asked, delivered) {
			t.Errorf("the text of %T asks for %v, and the rule delivers %v", r, asked, delivered)
		}
		if filled := message.English(r.Code(), r.Params()); strings.Contains(filled, "{") {
			t.Errorf("the text of %T is %q", r, filled)
		}
	}
}

func TestFilling(t *testing.T) {
	param := func(name, json string) tree.Param { return tree.Param{Name: name, JSON: json} }
	for _, test := range []struct {
		template string
		args     []tree.Param
		want     string
	}{
		{"must be even", nil, "must be even"},
		{"must be at least {min}", []tree.Param{param("min", "-1.5e3")}, "must be at least -1.5e3"},
		{"{a} and {b} and {a}", []tree.Param{param("a", "1"), param("b", "2")}, "1 and 2 and 1"},
		{"must be {a}", nil, "must be {a}"},
		{"one of {values}", []tree.Param{tree.TextsParam("values", []string{"a", "b, c", `d"e`, ""})}, `one of a, b, c, d"e, ""`},
		{"one of {values}", []tree.Param{tree.TextsParam("values", []string{"[x]", `back\slash`})}, `one of [x], back\slash`},
		{"match {pattern}", []tree.Param{tree.TextParam("pattern", `^\d{2}["\\]$`)}, `match ^\d{2}["\\]$`},
		{"match {pattern}", []tree.Param{tree.TextParam("pattern", "é\t\u2028\u0001")}, "match é\t\u2028\u0001"},
		{"{a}", []tree.Param{param("a", `"\n\"\/\u00e9\ud83d\ude00"`)}, "\n\"/é😀"},
		{"{a} then {b}", []tree.Param{tree.TextParam("a", "{b}"), param("b", "2")}, "{b} then 2"}, // an argument is no template
		{"{", nil, "{"},
		{"{}{a}", []tree.Param{param("a", "1")}, "{}1"},
		{"{{a}}", []tree.Param{param("a", "1")}, "{1}"},
	} {
		if got := message.Fill(test.template, test.args); got != test.want {
			t.Errorf("Fill(%q, %v) = %q, want %q", test.template, test.args, got, test.want)
		}
	}
}

func TestNames(t *testing.T) {
	for template, want := range map[string][]string{
		"": nil, "plain": nil, "{a}": {"a"}, "{a}{b_1} {a}": {"a", "b_1", "a"}, "{}": nil, "{1}": nil, "{a b}": nil, "{a": nil, "a}": nil,
		"{{a}}": {"a"}, "{x{a}": {"a"}, `^[a-z]{3}$`: nil,
	} {
		if got := message.Names(template); !slices.Equal(got, want) {
			t.Errorf("Names(%q) = %q, want %q", template, got, want)
		}
	}
}

func TestOneIsSingular(t *testing.T) {
	for _, test := range []struct {
		code, json, want string
	}{
		{"min_length", "1", "must have at least 1 character"},
		{"min_length", "2", "must have at least 2 characters"},
		{"max_items", "1", "must have at most 1 item"},
		{"max_items", "0", "must have at most 0 items"},
		{"min", "1", "must be at least 1"},
	} {
		if got := message.English(test.code, []tree.Param{{Name: message.Names(message.Template(test.code))[0], JSON: test.json}}); got != test.want {
			t.Errorf("%s of %s is %q, want %q", test.code, test.json, got, test.want)
		}
	}
}

func TestReservedCodes(t *testing.T) {
	for code, want := range map[string]bool{"min": true, "type": true, "format": true, "one_of": true, "even": false, "": false} {
		if got := message.Reserved(code); got != want {
			t.Errorf("Reserved(%q) is %t", code, got)
		}
	}
}

// A violation carries no key; its text tells which it was.
func TestTheKeyOfAText(t *testing.T) {
	for _, key := range message.Codes() {
		code, _, _ := strings.Cut(key, ".")
		var args []tree.Param
		for _, name := range message.Names(message.Template(key)) {
			args = append(args, tree.TextsParam(name, []string{"a", "b"}))
		}
		if got := message.KeyOf(code, message.English(key, args), args); got != key {
			t.Errorf("the key of %s is %s", key, got)
		}
	}
	for _, test := range []struct{ code, text, want string }{
		{"type", "must be a thing of mine", "type"},
		{"min", "must be plenty", "min"},
		{"mine", "must be mine", "mine"},
		{"", "", ""},
		{"form", "must be an e-mail address", "form"},
	} {
		if got := message.KeyOf(test.code, test.text, nil); got != test.want {
			t.Errorf("the key of %s is %s, want %s", test.code, got, test.want)
		}
	}
}
