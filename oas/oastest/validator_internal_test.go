package oastest

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Versions whose schemas are written alike share a compiled schema, others have one of their own.
func TestVersionsShareSchemasThatAreAlike(t *testing.T) {
	for name, c := range map[string]struct {
		member prop.Prop
		shared []bool // with the version before
	}{
		"a keyword of every version": {prop.String("v").MaxLen(3), []bool{true, true}},
		"null":                       {prop.Nullable(prop.String("v")), []bool{true, true}},
		"null in an enum":            {prop.Nullable(prop.Enum("v", "a")), []bool{true, true}},
		"a keyword of 3.1":           {prop.Map(prop.String("v")).PropertyNames(prop.String("n").MaxLen(3)), []bool{false, true}},
	} {
		body := collection.New("Thing", c.member).Create()
		r := route.Post("/things", body, collection.NoContent()).Handle(func(*route.Call, collection.Record) (out collection.Empty, err error) {
			return out, nil
		})
		app := tenon.New("Test", "1").Add(r).MustBuild()
		subjects, err := subjectsOf(app, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := subjects[0].schemas
		if len(s) != len(oas.Versions()) {
			t.Fatalf("%d schemas", len(s))
		}
		for i, want := range c.shared {
			if got := s[i].compiled == s[i+1].compiled; got != want {
				t.Errorf("%s: %s and %s share the compiled schema: %v, want %v", name, s[i].judge.version, s[i+1].judge.version, got, want)
			}
		}
		_ = app.Close()
	}
}

// A text is validated once for each compiled schema.
func TestVerdictsOfMalformedText(t *testing.T) {
	if verdicts([]byte("{"))(nil) == nil {
		t.Error("malformed text is accepted")
	}
}
