package find

import (
	"strings"
	"testing"
)

var known = facts{
	name: "shop", deep: "5e", foreign: true, checked: true,
	imports: []imported{{"example.com/a", place{"a.go", 3, 8}}, {"example.com/b \"\t\n", place{"b.go", 4, 1}}},
	members: []member{
		{name: "A", at: place{"a.go", 9, 5}, unused: true},
		{name: "All", at: place{"a.go", 10, 6}, call: true, many: true, holds: []name{{"example.com/a", "B"}, {"x", "Ć"}}},
	},
	taken: []string{"A", "main"},
}

func TestFactsAreReadAsWritten(t *testing.T) {
	for _, f := range []facts{{}, {name: "a"}, known} {
		text := string(f.append(nil))
		got, err := parseFacts(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if again := string(got.append(nil)); again != text {
			t.Errorf("read\n%s\nof\n%s", again, text)
		}
	}
	if text := string(known.append(nil)); strings.Count(text, "\n") != 10 {
		t.Errorf("something is missing in\n%s", text)
	}
}

func FuzzParseFacts(f *testing.F) {
	f.Add(string(known.append(nil)))
	f.Add(edition + "\nend")
	f.Add(edition + "\n\"holds\"\t\"a\"\t\"b\"\nend")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseFacts(text)
		if err != nil {
			return
		}
		once := string(got.append(nil))
		again, err := parseFacts(once)
		if err != nil || string(again.append(nil)) != once {
			t.Errorf("%q becomes %q, %v", text, once, err)
		}
	})
}
