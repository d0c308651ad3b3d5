// Package message holds the English texts of the violations that the library
// itself finds:
//
//	message.English("min", []ir.Param{{Name: "min", JSON: "1"}}) // must be at least 1
//
// A text is a template in which {name} stands for the argument of that name.
// Texts name the rule and never the value that broke it.
package message

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// Template returns the English text of a code, and "" for codes that the
// library does not know.
func Template(code string) string {
	switch code {
	case "required":
		return "is required"
	case "unknown":
		return "is not known here"
	case "read_only":
		return "is set by the server and cannot be sent"
	case "null":
		return "must not be null"
	case "type.integer":
		return "must be an integer"
	case "type.number":
		return "must be a number"
	case "type.string":
		return "must be a string"
	case "type.boolean":
		return "must be true or false"
	case "type.array":
		return "must be an array"
	case "type.object":
		return "must be an object"
	case "repeated":
		return "must be given only once"
	case "encoding":
		return "must be valid UTF-8"
	case "depth":
		return "must not be nested deeper than {max} levels"
	case "min":
		return "must be at least {min}"
	case "max":
		return "must be at most {max}"
	case "exclusive_min":
		return "must be greater than {min}"
	case "exclusive_max":
		return "must be less than {max}"
	case "precision":
		return "is too close to zero to be held"
	case "multiple_of":
		return "must be a multiple of {of}"
	case "finite":
		return "must be a finite number"
	case "min_length":
		return "must have at least {min} characters"
	case "max_length":
		return "must have at most {max} characters"
	case "pattern":
		return "must match the pattern {pattern}"
	case "one_of":
		return "must be one of {values}"
	case "format.uuid":
		return "must be a UUID such as 123e4567-e89b-12d3-a456-426614174000"
	case "format.email":
		return "must be an e-mail address"
	case "format.uri":
		return "must be an absolute URI such as https://example.com/a"
	case "format.date":
		return "must be a date such as 2006-01-02"
	case "format.date-time":
		return "must be a date and time such as 2006-01-02T15:04:05Z"
	case "min_items":
		return "must have at least {min} items"
	case "max_items":
		return "must have at most {max} items"
	case "min_length.one":
		return "must have at least 1 character"
	case "max_length.one":
		return "must have at most 1 character"
	case "min_items.one":
		return "must have at least 1 item"
	case "max_items.one":
		return "must have at most 1 item"
	case "unique":
		return "must differ from every item before it"
	}
	return ""
}

// Codes returns every code that Template knows.
func Codes() []string {
	return []string{
		"required", "unknown", "read_only", "null",
		"type.integer", "type.number", "type.string", "type.boolean", "type.array", "type.object",
		"repeated", "encoding", "depth",
		"min", "max", "exclusive_min", "exclusive_max", "precision", "multiple_of", "finite",
		"min_length", "max_length", "pattern", "one_of",
		"format.uuid", "format.email", "format.uri", "format.date", "format.date-time",
		"min_items", "max_items", "unique",
	}
}

// English renders the text of a code with its arguments.
func English(code string, args []ir.Param) string {
	if len(args) == 1 && args[0].JSON == "1" {
		if one := Template(code + ".one"); one != "" {
			return one
		}
	}
	return Fill(Template(code), args)
}

// Fill replaces each {name} in a template by the argument of that name. A
// string stands without its quotes, a list with commas between its items.
func Fill(template string, args []ir.Param) string {
	if !strings.Contains(template, "{") {
		return template
	}
	for _, a := range args {
		template = strings.ReplaceAll(template, "{"+a.Name+"}", plain(a.JSON))
	}
	return template
}

// plain turns JSON text into words: it drops quotes, brackets and escapes.
func plain(json string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(json); i++ {
		switch c := json[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\' && i+1 < len(json):
			i++
			b.WriteByte(json[i])
		case !quoted && (c == '[' || c == ']'):
		case !quoted && c == ',':
			b.WriteString(", ")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
