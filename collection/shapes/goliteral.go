package shapes

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/tree"
)

// literal prints a value of a property from its JSON, as an expression that is
// assignable to the Go type of the property. It is not ok if there is none.
func (w *goWriter) literal(text string, p tree.Property, nullable bool) (x string, ok bool) {
	if nullable {
		if text == "null" {
			return "nil", true
		}
		x, ok := w.literal(text, p, false)
		typ, typed := w.carried(p, false)
		return "new(" + typ + "(" + x + "))", ok && typed
	}
	switch t := p.Type().(type) {
	case tree.Integer:
		if t.Quoted() {
			return unquoted(text), true
		}
		return text, true
	case tree.Float, tree.Boolean:
		return text, true
	case tree.Enum:
		return strconv.Quote(unquoted(text)), true // an untyped constant
	case tree.Any:
		return strconv.Quote(text), true
	case tree.String:
		return w.text(t.Format(), unquoted(text))
	case tree.Array:
		var items []json.RawMessage
		ok = json.Unmarshal([]byte(text), &items) == nil
		return w.several(p, ok, len(items), func(i int) (string, bool) {
			return w.literal(string(items[i]), t.Item(), t.Item().Nullable())
		})
	case tree.Map:
		var members map[string]json.RawMessage
		ok = json.Unmarshal([]byte(text), &members) == nil
		names := slices.Sorted(maps.Keys(members))
		return w.several(p, ok, len(names), func(i int) (string, bool) {
			x, ok := w.literal(string(members[names[i]]), t.Value(), t.Value().Nullable())
			return strconv.Quote(names[i]) + ": " + x, ok
		})
	}
	return "", false // bytes, files and objects: write them by hand
}

// unquoted returns the text of a JSON string.
func unquoted(text string) (s string) {
	if json.Unmarshal([]byte(text), &s) != nil {
		return text
	}
	return s
}

// text prints a value of a text of a format.
func (w *goWriter) text(format, s string) (string, bool) {
	switch texts[format][1] {
	case "time.Time":
		layout := time.RFC3339Nano
		if format == "date" {
			layout = time.DateOnly
		}
		at, err := time.Parse(layout, s)
		if err != nil {
			return "", false
		}
		at = at.UTC()
		return fmt.Sprintf("time.Date(%d, %d, %d, %d, %d, %d, %d, time.UTC)",
			at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond()), true
	case "time.Duration":
		// Durations have hours, minutes and seconds, which Go writes in lower case.
		d, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(s, "PT")))
		if err != nil {
			return "", false
		}
		return fmt.Sprintf("%d * time.Second", int64(d/time.Second)), true
	case "netip.Addr":
		return fmt.Sprintf("netip.MustParseAddr(%q)", s), true
	case "netip.Prefix":
		return fmt.Sprintf("netip.MustParsePrefix(%q)", s), true
	}
	return strconv.Quote(s), true
}

// several prints a composite literal of n elements.
func (w *goWriter) several(p tree.Property, ok bool, n int, element func(i int) (string, bool)) (string, bool) {
	typ, typed := w.carried(p, false)
	parts := make([]string, n)
	for i := range parts {
		x, known := element(i)
		parts[i], ok = x, ok && known
	}
	return typ + "{" + strings.Join(parts, ", ") + "}", ok && typed
}

// carried returns the Go type of a property, if it is known without declaring one.
func (w *goWriter) carried(p tree.Property, nullable bool) (typ string, ok bool) {
	switch t := p.Type().(type) {
	case tree.Array:
		typ, ok = w.carried(t.Item(), t.Item().Nullable())
		typ = "[]" + typ
	case tree.Map:
		typ, ok = w.carried(t.Value(), t.Value().Nullable())
		typ = "map[string]" + typ
	case tree.Object:
		typ, ok = w.types[t.Collection().Name()], true
	case tree.Alternatives:
		typ, ok = w.types[t.Union().Name()], true
	case tree.Enum:
		typ, ok = "string", true
		if !t.Const() {
			typ, ok = w.enums[p.ID()]
		}
	default:
		e, err := w.typed(p)
		typ, ok = e.typ, err == nil
	}
	if nullable {
		typ = "*" + typ
	}
	return typ, ok
}
