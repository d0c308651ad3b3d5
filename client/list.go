package client

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Pages implements [endpoint.Client]. It follows the links to next pages (RFC 8288), but
// takes only their query: the client knows the host and the path.
func (s *settings) Pages(ctx context.Context, k *endpoint.Callable, items place.Addr, args []prop.Arg, more func(more bool, total int) bool) error {
	op, err := operationOf(k)
	if err != nil {
		return err
	}
	var rep codec.Report
	q := op.request(&rep, args)
	if err := invalid(&rep); err != nil {
		return err
	}
	for {
		var hasMore bool
		var total int
		var next string
		op.typ.Reset(items)
		err := s.send(ctx, op, q, media.Content{}, func(a *media.Response) error {
			next = nextQuery(a.HTTP.Header["Link"])
			hasMore = next != ""
			return a.JSON(
				func(d *codec.Decoder) { op.out.(media.JSONReceiver).Codec.Decode(d, items) },
				func(name string, d *codec.Decoder) bool {
					switch k.Page.Object {
					case "":
						return readMember(d, &k.Page, name, &hasMore, &total)
					case name:
						readPagination(d, &k.Page, &hasMore, &total)
						return true
					}
					return false
				},
			)
		})
		switch {
		case err != nil:
			return err
		case !more(hasMore, total) || next == "":
			return nil
		case next == q.query:
			return errors.New("tenon: " + op.String() + ": the next page is the page itself")
		}
		q.query = next
	}
}

// readPagination reads the members of a pagination object.
func readPagination(d *codec.Decoder, page *pagination.Shape, more *bool, total *int) {
	if d.Kind() != jsonx.Object {
		d.Skip()
		return
	}
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		if !readMember(d, page, name, more, total) {
			d.Skip()
		}
	}
}

// readMember reads a member that describes the page, and reports whether it is one.
func readMember(d *codec.Decoder, page *pagination.Shape, name string, more *bool, total *int) bool {
	switch kind := d.Kind(); {
	case name == "":
		return false
	case name == page.More && (kind == jsonx.True || kind == jsonx.False):
		*more = d.Bool()
	case name == page.Total && kind == jsonx.Number:
		if n, err := strconv.Atoi(d.Literal()); err == nil {
			*total = n
		}
	default:
		return false
	}
	return true
}

// nextQuery returns the query of the link to the next page (RFC 8288 §3), or "" if there is
// none.
func nextQuery(lines []string) string {
	for _, line := range lines {
		for line != "" {
			var target string
			var next bool
			if target, next, line = cutLink(line); next {
				_, query, _ := strings.Cut(target, "?")
				query, _, _ = strings.Cut(query, "#")
				return string(endpoint.AppendURI(nil, query))
			}
		}
	}
	return ""
}

// cutLink returns the first link of a list and the rest.
func cutLink(line string) (target string, next bool, rest string) {
	_, line, ok := strings.Cut(line, "<")
	if !ok {
		return "", false, ""
	}
	target, line, ok = strings.Cut(line, ">")
	if !ok {
		return "", false, ""
	}
	first := true // the first rel counts (RFC 8288 §3.3)
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || line[0] != ';' {
			return target, next, line
		}
		var name, value string
		name, value, line = cutParameter(line[1:])
		if strings.EqualFold(name, "rel") && first {
			first = false
			for rel := range strings.FieldsSeq(value) {
				next = next || strings.EqualFold(rel, "next")
			}
		}
	}
}

// cutParameter returns the first parameter of a link, whose value may be quoted, and the rest.
func cutParameter(s string) (name, value, rest string) {
	end := strings.IndexAny(s, "=;,")
	if end < 0 || s[end] != '=' {
		if end < 0 {
			end = len(s)
		}
		return media.Trim(s[:end]), "", s[end:]
	}
	name, s = media.Trim(s[:end]), strings.TrimLeft(s[end+1:], " \t")
	if !strings.HasPrefix(s, `"`) {
		if end = strings.IndexAny(s, ";,"); end < 0 {
			end = len(s)
		}
		return name, media.Trim(s[:end]), s[end:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return name, b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return name, b.String(), ""
}
