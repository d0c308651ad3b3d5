package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// object is a JSON object of a document.
type object = map[string]any

// literal is a JSON number as it is written.
type literal string

// parseJSON reads JSON text: objects, []any, strings, literals, booleans and nil. Of members with one
// name the last is kept, as most readers of documents do.
func parseJSON(text []byte) (any, error) {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	v, err := readValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return nil, fmt.Errorf("a document has one value: %w", err)
	}
	return v, nil
}

func readValue(d *jsontext.Decoder) (any, error) {
	t, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '{':
		o := object{}
		for d.PeekKind() != '}' {
			name, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			key := name.String() // the token is valid until the next read
			if o[key], err = readValue(d); err != nil {
				return nil, err
			}
		}
		_, err = d.ReadToken()
		return o, err
	case '[':
		all := []any{}
		for d.PeekKind() != ']' {
			v, err := readValue(d)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		}
		_, err = d.ReadToken()
		return all, err
	case '"':
		return t.String(), nil
	case '0':
		return literal(t.String()), nil
	case 't', 'f':
		return t.Bool(), nil
	}
	return nil, nil
}

// quote returns a string as JSON text.
func quote(s string) string {
	b, err := jsontext.AppendQuote(nil, s)
	if err != nil { // what was read is valid
		panic(err)
	}
	return string(b)
}

// textIn returns the string in JSON text. It reports false if the text is of another value.
func textIn(text string) (string, bool) {
	v, err := parseJSON([]byte(text))
	s, ok := v.(string)
	return s, ok && err == nil
}

// integerIn returns the integer in JSON text, if it is one.
func integerIn(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// booleanIn returns the boolean in JSON text, if it is one.
func booleanIn(text string) (value, ok bool) {
	return text == "true", text == "true" || text == "false"
}
