package shapes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// uses is TypeScript that a compiler accepts, but for each line after one that expects
// an error.
const uses = `
const address: AddressCreate = { street: "a", since: null };
// @ts-expect-error: a member is missing
const noStreet: AddressCreate = { zip: "1" };
// @ts-expect-error: it is not nullable
const nullZip: AddressCreate = { street: "a", zip: null };
const noZip: AddressUpdate = { zip: null }; // which removes it
// @ts-expect-error: an update cannot remove what must be there
const nullStreet: AddressUpdate = { street: null };
// @ts-expect-error: no such member
const unknownMember: AddressUpdate = { city: "a" };
// @ts-expect-error: there is nothing in this mode
const gone: AddressDelete = { street: "a" };

// @ts-expect-error: the server sets it
const withID: ProductUpdate = { id: "a" };
// @ts-expect-error: no answer has it
const secret = (p: Product) => p.secret;
// @ts-expect-error: not in a list
const tags = (p: ProductList) => p.tags;
// @ts-expect-error: it is readonly
const rename = (p: Product) => { p.id = "b"; };
// @ts-expect-error: not of the set
const status: ProductUpdate = { status: "gone" };
// @ts-expect-error: a number
const big: ProductUpdate = { big: 7 };
// @ts-expect-error: items are written anew
const items: ProductUpdate = { more_sizes: [{ height: 1 }] };
const inner: ProductUpdate = { size: { height: 1 }, labels: { a: null } };
// @ts-expect-error: no such case
const cash: PaymentCreate = { kind: "cash" };
// @ts-expect-error: the member of another case
const mixed: PaymentCreate = { kind: "card", iban: "a" };
const extra: PaymentCreate = { kind: "transfer", iban: "a", more: 1 };

function paid(p: Payment): string {
	switch (p.kind) {
	case "card":
		return p.number;
	case "transfer":
		return p.iban;
	}
}
// @ts-expect-error: it may be null
const length = (p: Product) => p.note.length;
// @ts-expect-error: it may be absent
const nickLength = (p: Product) => p.nick.length;
`

// The printed types compile, take what the server takes and gives, and refuse what
// it refuses.
func TestPrintedTypesCompile(t *testing.T) {
	tsc, err := filepath.Abs("testdata/tsc/node_modules/typescript/bin/tsc")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(tsc); err != nil {
		t.Fatal("run npm install --prefix cmd/tenon/shapes/testdata/tsc --no-package-lock first")
	}
	_, types := printed(t)
	file := string(types) + uses
	accepted := 0
	for _, draft := range drafts {
		text := outcome(products, draft)
		if !strings.HasPrefix(text, "{") {
			continue
		}
		accepted++
		answers := strings.Split(text, "\n")
		for i, typ := range []string{"ProductCreate", "Product", "ProductList", "ProductDelete"} {
			answer := draft
			if i > 0 {
				answer = answers[i-1]
			}
			file += "(" + answer + ") satisfies " + typ + ";\n"
		}
	}
	if accepted < 3 {
		t.Fatalf("%d drafts are accepted", accepted)
	}
	for _, row := range []struct{ typ, text string }{ // each is refused by the server, and its type
		{"ProductCreate", drafts[0]},
		{"SizeCreate", `{"width":"1"}`},
		{"SizeCreate", `{"width":1,"depth":1}`},
		{"NodeCreate", `{"label":"a","children":[{}]}`},
	} {
		file += "// @ts-expect-error\n(" + row.text + ") satisfies " + row.typ + ";\n"
	}
	name := filepath.Join(t.TempDir(), "shop.ts")
	write(t, name, file)
	cmd := exec.Command("node", tsc, "--strict", "--noEmit", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--target", "es2022", name)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
