package l10n_test

import (
	"fmt"

	"github.com/tenon-go/tenon/l10n"
)

// A test of an application lists the texts that its languages lack.
func ExampleCatalog_Missing() {
	languages := l10n.Builtin().
		Only("en", "de", "pl").
		Add("de", l10n.Texts{"even": l10n.Message("muss gerade sein")})

	for _, missing := range languages.Missing() {
		fmt.Println(missing)
	}
	// Output: pl even
}

func ExampleLookup() {
	fmt.Println(l10n.Lookup("de-AT, de;q=0.9, en;q=0.8", []string{"en", "de", "fr"}))
	// Output: de
}
