package shapes

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tenon-go/tenon/tree"
)

// literal prints a value of a property from its JSON, as an expression that is
// assignable to the Go type of the property. It is not ok if there is none.
func (w *goWriter) literal(text string, p *tree.Prop, nullable bool) (x string, ok bool) {
	if nullable {
		if text == "null" {
			return "nil", true
		}
		x, ok := w.literal(text, p, false)
		typ, typed := w.goType(p, false)
		return "new(" + typ + "(" + x + "))", ok && typed
	}
	switch t := p.Type.(type) {
	case tree.Integer:
		if t.Quoted {
			return unquoted(text), true
		}
		return instant(t, text), true
	case tree.Float, tree.Boolean:
		return text, true
	case tree.Enum:
		switch {
		case t.Of == "":
			return strconv.Quote(unquoted(text)), true // an untyped constant
		case t.Word() == "":
			return strconv.Quote(text), true
		}
		return text, true
	case tree.Any:
		return strconv.Quote(text), true
	case tree.Text:
		return w.text(t.Format, unquoted(text))
	case tree.Array:
		_, items, ok := elements(text)
		return w.several(p, ok, len(items), func(i int) (string, bool) {
			return w.literal(items[i], t.Item, t.Item.Nullable)
		})
	case tree.Map:
		names, values, ok := elements(text)
		return w.several(p, ok, len(names), func(i int) (string, bool) {
			x, ok := w.literal(values[i], t.Value, t.Value.Nullable)
			return strconv.Quote(names[i]) + ": " + x, ok
		})
	}
	return "", false // bytes, files and objects: write them by hand
}

// unquoted returns the text of a JSON string.
func unquoted(text string) string {
	out, err := jsontext.AppendUnquote(nil, text)
	if err != nil {
		return text
	}
	return string(out)
}

// elements returns the elements of a JSON array, or the members of an object in the order of the text.
func elements(text string) (names, values []string, ok bool) {
	d := jsontext.NewDecoder(strings.NewReader(text))
	if _, err := d.ReadToken(); err != nil {
		return nil, nil, false
	}
	for {
		switch d.PeekKind() {
		case ']', '}':
			return names, values, true
		case '"':
			if kind, n := d.StackIndex(d.StackDepth()); kind == '{' && n%2 == 0 {
				name, err := d.ReadToken()
				if err != nil {
					return nil, nil, false
				}
				names = append(names, name.String())
			}
		}
		value, err := d.ReadValue()
		if err != nil {
			return nil, nil, false
		}
		values = append(values, string(value))
	}
}

// instant prints a number of an integer property, which may be a time.
func instant(t tree.Integer, number string) string {
	switch t.Format {
	case "unix-time":
		return "time.Unix(" + number + ", 0)"
	case "unix-time-millis":
		return "time.UnixMilli(" + number + ")"
	}
	return number
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
		d, err := time.ParseDuration(strings.ToLower(strings.Replace(s, "PT", "", 1)))
		if err != nil {
			return "", false
		}
		if d%time.Second != 0 {
			return fmt.Sprintf("time.Duration(%d)", int64(d)), true
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
func (w *goWriter) several(p *tree.Prop, ok bool, n int, element func(i int) (string, bool)) (string, bool) {
	typ, typed := w.goType(p, false)
	parts := make([]string, n)
	for i := range parts {
		x, known := element(i)
		parts[i], ok = x, ok && known
	}
	return typ + "{" + strings.Join(parts, ", ") + "}", ok && typed
}

// goType returns the Go type of a property, if it is known without declaring one.
func (w *goWriter) goType(p *tree.Prop, nullable bool) (typ string, ok bool) {
	switch t := p.Type.(type) {
	case tree.Array:
		typ, ok = w.goType(t.Item, t.Item.Nullable)
		typ = "[]" + typ
	case tree.Map:
		typ, ok = w.goType(t.Value, t.Value.Nullable)
		typ = "map[string]" + typ
	case tree.Object:
		typ, ok = w.types[t.Of().Name], true
	case tree.Alternatives:
		typ, ok = w.types[t.Of().Name], true
	case tree.Enum:
		typ, ok = "string", true
		if t.Of != "" {
			e := w.enum(p, t)
			return e.typ, true
		}
		if !t.Const {
			typ, ok = w.enums[p.ID]
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
