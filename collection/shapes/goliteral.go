package shapes

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Samples are printed from their JSON: their Go types are known to the builder only.

// isNull reports whether a sample is null.
func (w *goWriter) isNull(p *ir.Prop, s ir.Sample) bool {
	text, err := p.Write(s, ir.Create)
	return err == nil && string(text) == "null" && p.Nullable
}

// value prints a value of a property as an expression that is assignable to the Go
// type which like carries; it is not ok where there is none.
func (w *goWriter) value(p, like *ir.Prop, s ir.Sample) (x string, ok bool) {
	text, err := p.Write(s, ir.Create)
	if err != nil {
		return "", false
	}
	var r jsonx.Reader
	r.Reset(text, jsonx.Limits{})
	x, ok = w.read(&r, like)
	return x, ok && r.End() == nil
}

func (w *goWriter) read(r *jsonx.Reader, p *ir.Prop) (string, bool) {
	if p.Nullable {
		if r.Kind() == jsonx.Null {
			r.Null()
			return "nil", true
		}
		inner := *p
		inner.Nullable = false
		x, ok := w.read(r, &inner)
		typ, typed := w.carried(&inner)
		return "new(" + typ + "(" + x + "))", ok && typed
	}
	switch t := p.Type.(type) {
	case ir.Integer:
		if t.Quoted {
			return r.Text(), true
		}
		return r.Literal(), true
	case ir.Float:
		return r.Literal(), true
	case ir.Boolean:
		return strconv.FormatBool(r.Bool()), true
	case ir.Enum:
		return strconv.Quote(r.Text()), true // an untyped constant
	case ir.Any:
		return strconv.Quote(r.Raw()), true
	case ir.Text:
		return w.text(t.Format, r.Text())
	case ir.Array, ir.Map:
		return w.several(r, p)
	}
	r.Skip() // bytes, files and objects: say them by hand
	return "", false
}

// text prints the value of a text of a format.
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
		// It is written with hours, minutes and seconds, as Go has them in lower case.
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

// several prints a list or a map.
func (w *goWriter) several(r *jsonx.Reader, p *ir.Prop) (string, bool) {
	typ, ok := w.carried(p)
	var parts []string
	if t, list := p.Type.(ir.Array); list {
		r.Array()
		for r.Item() {
			x, known := w.read(r, t.Item)
			parts, ok = append(parts, x), ok && known
		}
	} else {
		value := p.Type.(ir.Map).Value
		r.Object()
		for {
			name, more := r.Member()
			if !more {
				break
			}
			x, known := w.read(r, value)
			parts, ok = append(parts, strconv.Quote(name)+": "+x), ok && known
		}
	}
	return typ + "{" + strings.Join(parts, ", ") + "}", ok
}

// carried returns the Go type that a property carries, where that is known without
// declaring it.
func (w *goWriter) carried(p *ir.Prop) (typ string, ok bool) {
	switch t := p.Type.(type) {
	case ir.Array:
		typ, ok = w.carried(t.Item)
		typ = "[]" + typ
	case ir.Map:
		typ, ok = w.carried(t.Value)
		typ = "map[string]" + typ
	case ir.Object:
		typ, ok = w.types[t.Of().Name], true
	case ir.Alternatives:
		typ, ok = w.types[t.Of.Name], true
	case ir.Enum:
		typ, ok = "string", true
		if !t.Const {
			typ, ok = w.enums[p.ID]
		}
	default:
		e, err := w.typed(p)
		typ, ok = e.typ, err == nil
	}
	if p.Nullable {
		typ = "*" + typ
	}
	return typ, ok
}
