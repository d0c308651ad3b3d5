package oas_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
)

func editable() tenon.API {
	return tenon.New("Edited", "1").Add(route.Delete("/a", collection.NoContent()).
		Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }))
}

// replacing returns an edit that replaces a text.
func replacing(old, now string) func([]byte) ([]byte, error) {
	return func(text []byte) ([]byte, error) {
		if !bytes.Contains(text, []byte(old)) {
			return nil, errors.New("the document does not have " + old)
		}
		return bytes.Replace(text, []byte(old), []byte(now), 1), nil
	}
}

func TestDocumentsAreEdited(t *testing.T) {
	app := editable().
		EditDocument("first", replacing(`"title": "Edited",`, `"title":"Once","x-gateway":{"timeout":30,"hosts":["a","b"],"none":[],"empty":{}},`)).
		EditDocument("second", replacing(`"title":"Once"`, `"title":"Twice \u00e9"`)).MustBuild()
	for _, v := range oas.Versions() {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"    \"title\": \"Twice é\",\n    \"x-gateway\": {\n      \"timeout\": 30,\n      \"hosts\": [\n        \"a\",\n        \"b\"\n      ],\n      \"none\": [],\n      \"empty\": {}\n    },\n",
			"  \"x-edited\": [\n    \"first\",\n    \"second\"\n  ]\n}\n",
		} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%v lacks\n%s\nin\n%s", v, want, text)
			}
		}
		yaml, err := oas.YAML(app, v)
		if err != nil || !strings.Contains(string(yaml), "title: Twice é") {
			t.Errorf("%v: %v\n%s", v, err, yaml)
		}
	}
	nothing := func(text []byte) ([]byte, error) { return text, nil }
	plain, _ := oas.JSON(editable().MustBuild(), oas.V31)
	same, err := oas.JSON(editable().EditDocument("nothing", nothing).MustBuild(), oas.V31)
	if want := strings.TrimSuffix(string(plain), "\n}\n") + ",\n  \"x-edited\": [\n    \"nothing\"\n  ]\n}\n"; err != nil || string(same) != want {
		t.Errorf("an edit that changes nothing: %v\n%s", err, same)
	}
}

// Build runs the edits of all versions.
func TestEditsThatFailAreFaults(t *testing.T) {
	for name, test := range map[string]struct {
		edit func([]byte) ([]byte, error)
		want string
	}{
		"an error":        {replacing("nowhere", ""), `the edit "e" of the document: the document does not have nowhere`},
		"malformed":       {func([]byte) ([]byte, error) { return []byte(`{"openapi":`), nil }, `the edit "e" of the document: `},
		"another value":   {func([]byte) ([]byte, error) { return []byte(`[]`), nil }, "it is not a JSON object"},
		"another version": {replacing(`"3.1.1"`, `"3.0.4"`), `it changes the version from 3.1.1 to "3.0.4"`},
		"a panic":         {func([]byte) ([]byte, error) { panic("no overlay") }, "it panics: no overlay"},
		"no version":      {func([]byte) ([]byte, error) { return []byte(`{}`), nil }, `it changes the version from 3.1.1 to ""`},
	} {
		_, err := editable().EditDocument("e", test.edit).Build()
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "edit_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFaultsOfEdits(t *testing.T) {
	nothing := func(text []byte) ([]byte, error) { return text, nil }
	for want, api := range map[string]tenon.API{
		"EditDocument needs a name":              editable().EditDocument("", nothing),
		`EditDocument("e"): the function is nil`: editable().EditDocument("e", nil),
		`two edits of documents are named "e"`:   editable().EditDocument("e", nothing).EditDocument("e", nothing),
	} {
		if _, err := api.Build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
