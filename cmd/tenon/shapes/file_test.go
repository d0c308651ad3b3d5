package shapes_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/cmd/tenon/shapes"
)

func TestFilesAreCheckedAndWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.ts")
	one, err := shapes.TypeScript(shapes.Of(sizes))
	if err != nil {
		t.Fatal(err)
	}
	two, err := shapes.TypeScript(shapes.Of(address))
	if err != nil {
		t.Fatal(err)
	}
	if err := shapes.Check(name, one); err == nil || !strings.Contains(err.Error(), "is not there") {
		t.Error(err)
	}
	if err := shapes.Write(name, one); err != nil {
		t.Fatal(err)
	}
	if err := shapes.Check(name, one); err != nil {
		t.Error(err)
	}
	err = shapes.Check(name, two)
	if want := "is out of date: line 3 is\n\t/** A size */\nand should be\n\texport interface Address {"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	if err := shapes.Check(name, one[:len(one)-1]); err == nil {
		t.Error("a newline more is nothing")
	}
	if err := shapes.Write(name, two); err != nil {
		t.Error(err)
	}
	if err := shapes.Check(name, two); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(name, []byte("mine\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := shapes.Write(name, one); err == nil || !strings.Contains(err.Error(), "left as it is") {
		t.Error(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "mine\n" {
		t.Errorf("%q, %v", text, err)
	}
}
