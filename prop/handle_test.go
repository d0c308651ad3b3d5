package prop_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/prop"
)

var (
	page = prop.Int("page").Min(1).Default(1)
	note = prop.String("note").Optional()
	ask  = collection.New("Ask", page.Max(50), note)
)

func record(t *testing.T, text string) collection.Record {
	t.Helper()
	r, err := ask.Create().Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestHandlesReadWhatWasGiven(t *testing.T) {
	tests := []struct {
		name, text string
		page       int
		pageGiven  bool
		note       string
		noteGiven  bool
	}{
		{"values", `{"page":3,"note":"n"}`, 3, true, "n", true},
		{"zero values", `{"page":1,"note":""}`, 1, true, "", true},
		{"only a value", `{"note":"n"}`, 1, true, "n", true},
		{"nothing", `{}`, 1, true, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := record(t, test.text)
			if got := page.Get(r); got != test.page {
				t.Errorf("Get returns %d, want %d", got, test.page)
			}
			if got, given := page.Lookup(r); got != test.page || given != test.pageGiven {
				t.Errorf("Lookup returns %d, %t, want %d, %t", got, given, test.page, test.pageGiven)
			}
			if got, given := note.Lookup(r); got != test.note || given != test.noteGiven {
				t.Errorf("Lookup returns %q, %t, want %q, %t", got, given, test.note, test.noteGiven)
			}
			if got := note.Get(r); got != test.note {
				t.Errorf("Get returns %q, want %q", got, test.note)
			}
		})
	}
}

// What is derived reads what its origin was declared for, and the other way
// round; As makes another declaration.
func TestDerivedHandlesShareAnIdentity(t *testing.T) {
	r := record(t, `{"page":3}`)
	for name, p := range map[string]prop.Of[int]{
		"the origin": page, "a copy": page.Title("Page"), "a narrower copy": page.Max(2), "an optional copy": page.Optional(),
	} {
		if got := p.Get(r); got != 3 {
			t.Errorf("%s reads %d, want 3", name, got)
		}
	}
	for name, read := range map[string]func(){
		"As, even to the same name": func() { page.As("page").Get(r) },
		"another declaration":       func() { prop.Int("page").Get(r) },
		"Nullable":                  func() { prop.Nullable(page).Get(r) },
		"Array":                     func() { prop.Array(page).Get(r) },
		"a zero builder":            func() { new(prop.NumberProp[int]).Get(r) },
		"Set of another":            func() { prop.Int("page").Set(r, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				text, _ := recover().(string)
				if !strings.HasPrefix(text, "tenon: property \"") || !strings.Contains(text, `is not a member of collection "Ask"`) {
					t.Errorf("the panic says %q", text)
				}
			}()
			read()
		})
	}
}

func TestSetWritesWhatGetReads(t *testing.T) {
	r := collection.NewRecord(ask)
	page.Max(9).Set(r, 7)
	if got, given := page.Lookup(r); got != 7 || !given {
		t.Errorf("Lookup returns %d, %t, want 7, true", got, given)
	}
	if got, given := note.Lookup(r); got != "" || given {
		t.Errorf("Lookup returns %q, %t, want nothing", got, given)
	}
}

func TestReadingAllocatesNothing(t *testing.T) {
	r := record(t, `{"page":3,"note":"n"}`)
	var source prop.Source = r
	if n := allocs.Least(func() { page.Get(source); note.Lookup(source) }); n != 0 {
		t.Errorf("reading two properties allocates %d times", n)
	}
}

func TestCheckOfAFaultyDeclarationPanics(t *testing.T) {
	bad := prop.Int("n").Min(2).Max(1)
	for name, use := range map[string]func(){
		"Check": func() { bad.Check(1) },
		"Parse": func() { _, _ = bad.Parse([]byte(`1`)) },
		"zero":  func() { new(prop.StringProp[string]).Check("a") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				text, _ := recover().(string)
				if !strings.Contains(text, "has a fault\n\thandle_test.go:") {
					t.Errorf("the panic says %q", text)
				}
			}()
			use()
		})
	}
}

func FuzzWhatIsReadKeepsItsRules(f *testing.F) {
	for _, seed := range []string{`[]`, `[{"a":1}]`, `[{"a":0.07},null,{"b":1e-3}]`, `[{"a":1,"a":2}]`, `{}`, `[{"a":1e400}]`, `[{"":0}]`, `[`, "\xff"} {
		f.Add([]byte(seed))
	}
	p := prop.Array(prop.Nullable(prop.Map(prop.Float64("n").Min(0).MultipleOf(0.01)))).MaxItems(3).Unique()
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := p.Parse(text)
		var vs prop.Violations
		var malformed *prop.SyntaxError
		switch {
		case err == nil:
			if vs := p.Check(v); vs != nil {
				t.Errorf("%q was read, and breaks %v", text, vs)
			}
		case errors.As(err, &vs) == errors.As(err, &malformed):
			t.Errorf("%q fails with %T", text, err)
		}
	})
}
