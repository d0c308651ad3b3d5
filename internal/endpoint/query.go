package endpoint

import (
	"net/url"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/tree"
)

// scanQuery assigns the parameters of a query to the inputs that declare them. Unlike net/url
// it rejects malformed percent-encoding, and semicolons, which other servers treat as
// separators.
func (e *Endpoint) scanQuery(c *Call, query string) error {
	semicolon := strings.IndexByte(query, ';') >= 0
	if semicolon && !e.reserved {
		return media.Malformed(tree.QuerySemicolon)
	}
	coded := coding(strings.IndexByte(query, '%') >= 0 || strings.IndexByte(query, '+') >= 0)
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" {
			continue
		}
		key, value, _ := strings.Cut(pair, "=")
		key, err := coded.text(key)
		if err != nil {
			return err
		}
		if semicolon && strings.IndexByte(pair, ';') >= 0 && !e.allowsReserved(key) {
			return media.Malformed(tree.QuerySemicolon)
		}
		if err := e.sort(c, key, value, coded); err != nil {
			return err
		}
	}
	return nil
}

// allowsReserved reports whether the value of a query parameter may have a semicolon.
func (e *Endpoint) allowsReserved(key string) bool {
	return slices.ContainsFunc(e.query, func(i int) bool {
		in := &e.inputs[i]
		if !in.Reserved {
			return false
		}
		if in.Style == tree.Exploded {
			return slices.Contains(in.members, key)
		}
		_, member := memberOf(key, in.Name)
		return key == in.Name || member && (in.Shape == codec.Members || in.Shape == codec.Nested)
	})
}

func (e *Endpoint) sort(c *Call, key, value string, coded coding) error {
	for _, i := range e.query {
		in := &e.inputs[i]
		if in.Style == tree.Exploded {
			if !slices.Contains(in.members, key) {
				continue
			}
			text, err := coded.text(value)
			c.raws[i].n++
			c.raws[i].pairs = append(c.raws[i].pairs, codec.Pair{Name: key, Text: text})
			return err
		}
		if in.Shape == codec.Members || in.Shape == codec.Nested {
			if member, ok := memberOf(key, in.Name); ok || in.Shape == codec.Nested && key == in.Name {
				if in.Shape == codec.Nested {
					member = key[len(in.Name):]
				}
				text, err := coded.text(value)
				if err != nil {
					return err
				}
				c.raws[i].n++
				c.raws[i].pairs = append(c.raws[i].pairs, codec.Pair{Name: member, Text: text})
				return nil
			}
		} else if in.Name == key {
			return c.raws[i].take(in, value, coded)
		}
	}
	if _, err := coded.text(value); err != nil {
		return err
	}
	if !e.op.IgnoreUnknown && !slices.Contains(e.keys, key) {
		c.ex.Decoder.ForeignParameter(tree.InQuery, key)
	}
	return nil
}

// take adds one value of a parameter.
func (r *raw) take(in *Input, value string, coded coding) error {
	r.n++
	switch {
	case in.Shape == codec.Several && in.Style == tree.CSV:
		// Split before decoding: %2C is a comma inside an item.
		for part := range strings.SplitSeq(value, ",") {
			text, err := coded.text(part)
			if err != nil {
				return err
			}
			if !in.plain {
				r.texts = append(r.texts, text)
				continue
			}
			// If no item contains a comma, an escaped one is a separator, too: browsers escape
			// a whole value (URLSearchParams).
			for item := range strings.SplitSeq(text, ",") {
				r.texts = append(r.texts, item)
			}
		}
	case in.Shape == codec.Several:
		text, err := coded.text(value)
		if err != nil {
			return err
		}
		if delimiter := in.Style.Delimiter(); delimiter != "" {
			for item := range strings.SplitSeq(text, delimiter) {
				r.texts = append(r.texts, item)
			}
		} else {
			r.texts = append(r.texts, text)
		}
	default:
		text, err := coded.text(value)
		if err != nil {
			return err
		}
		if r.n == 1 {
			r.text = text
		}
	}
	return nil
}

// memberOf returns the member in filter[member].
func memberOf(key, name string) (member string, ok bool) {
	rest, ok := strings.CutPrefix(key, name)
	if !ok {
		return "", false
	}
	rest, ok = strings.CutPrefix(rest, "[")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, "]")
}

// coding reports whether a query has percent-encoding, or a plus for a space.
type coding bool

// text decodes a part of the query.
func (c coding) text(s string) (string, error) {
	if !c {
		return s, nil
	}
	return unescape(s)
}

func unescape(s string) (string, error) {
	if strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '+') < 0 {
		return s, nil
	}
	text, err := url.QueryUnescape(s)
	if err != nil {
		return "", media.Malformed(tree.QueryEncoding)
	}
	return text, nil
}
