package openapi

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// edited is the extension with the names of the edits of a document.
const edited = "x-edited"

// edit applies the edits of an API to its document.
func (w *writer) edit() error {
	if len(w.api.Edits) == 0 {
		return nil
	}
	text := w.b
	for i := range w.api.Edits {
		e := &w.api.Edits[i]
		out, err := run(e, slices.Clone(text))
		if err == nil {
			err = w.checkEdited(out)
		}
		if err != nil {
			return faultAt(e.At, "the edit %q of the document: %v", e.Name, err)
		}
		text = out
	}
	w.page = page{b: make([]byte, 0, len(text)+64)}
	var r jsonx.Reader
	r.Reset(text, editedLimits(text))
	w.open('{')
	r.Object()
	for name, ok := r.Member(); ok; name, ok = r.Member() {
		if name == edited {
			r.Skip()
			continue
		}
		w.name(name)
		w.reformat(&r)
	}
	w.texts(edited, namesOf(w.api.Edits))
	w.end()
	return r.End()
}

// run runs an edit. A panic is an error.
func run(e *tree.DocumentEdit, text []byte) (out []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("it panics: %v", v)
		}
	}()
	return e.Edit(text)
}

func editedLimits(text []byte) jsonx.Limits {
	return jsonx.Limits{Depth: 9_999, Members: len(text) + 1}
}

func namesOf(edits []tree.DocumentEdit) (names []string) {
	for i := range edits {
		names = append(names, edits[i].Name)
	}
	return names
}

// checkEdited checks that a text is a document of the version.
func (w *writer) checkEdited(text []byte) error {
	var r jsonx.Reader
	r.Reset(text, editedLimits(text))
	if r.Kind() != jsonx.Object {
		return errors.New("it is not a JSON object")
	}
	version := ""
	r.Object()
	for name, ok := r.Member(); ok; name, ok = r.Member() {
		if name == "openapi" && r.Kind() == jsonx.String {
			version = r.Text()
			continue
		}
		r.Skip()
	}
	switch err := r.End(); {
	case err != nil:
		return err
	case version != w.version.String():
		return fmt.Errorf("it changes the version from %s to %q", w.version, version)
	}
	return nil
}

// reformat copies a value, indented.
func (w *writer) reformat(r *jsonx.Reader) {
	switch r.Kind() {
	case jsonx.Object:
		w.open('{')
		r.Object()
		for name, ok := r.Member(); ok; name, ok = r.Member() {
			w.name(name)
			w.reformat(r)
		}
		w.end()
	case jsonx.Array:
		w.open('[')
		r.Array()
		for r.Item() {
			w.line()
			w.reformat(r)
		}
		w.endList()
	case jsonx.String:
		w.value(r.Text())
	default:
		w.b = append(w.b, r.Raw()...)
	}
}
