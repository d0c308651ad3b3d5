package route

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// Call asks a server that has the list for a page; see [ReadRoute.Call]:
//
//	page, err := list.Call(ctx, client, minPrice.Is(100), paginate.OrderBy(paginate.Desc(price)), paginate.Limit(50))
//
// The total is there where the answer tells it.
func (l *ListRoute[T]) Call(ctx context.Context, client Client, inputs ...prop.Arg) (page paginate.Result[T], err error) {
	if err := l.ready(); err != nil {
		return page, err
	}
	q, err := l.asked(inputs)
	if err != nil {
		return page, err
	}
	page, _, err = l.turn(ctx, &client, q)
	return page, err
}

// Walk asks a server for all entities of the list, from the page that the inputs
// name on, page by page as a caller ranges over them:
//
//	for product, err := range list.Walk(ctx, client, paginate.Limit(100)) {
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// It follows the links to next pages (RFC 8288), of which it takes the query: the
// place is the client's to know. An error ends it.
func (l *ListRoute[T]) Walk(ctx context.Context, client Client, inputs ...prop.Arg) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		err := l.ready()
		var q *request
		if err == nil {
			q, err = l.asked(inputs)
		}
		for err == nil {
			var page paginate.Result[T]
			var next string
			if page, next, err = l.turn(ctx, &client, q); err != nil {
				break
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			if next == q.query {
				err = errors.New("tenon: " + l.calls.String() + ": the next page is the page itself")
				break
			}
			q.query = next
		}
		yield(none, err)
	}
}

func (l *ListRoute[T]) ready() error {
	if l.op == nil {
		return l.calls.ready(nil, nil, nil)
	}
	return l.calls.ready(l.complete(), nil, l.page)
}

// asked makes the request of a page.
func (l *ListRoute[T]) asked(inputs []prop.Arg) (*request, error) {
	own := make([]prop.Arg, len(inputs))
	for i, g := range inputs {
		own[i] = l.spec.Arg(g)
	}
	var rep codec.Report
	q := l.calls.ask(&rep, own)
	return q, refused(&rep, nil)
}

// turn asks for one page. next is the query of the one behind it, if there is
// one.
func (l *ListRoute[T]) turn(ctx context.Context, client *Client, q *request) (page paginate.Result[T], next string, err error) {
	read, _ := l.calls.out.(jsonReceiver)
	err = client.send(ctx, l.calls.requestBuilder, q, content{}, func(a *clientResponse) error {
		next = nextQuery(a.response.Header["Link"])
		page.More = next != ""
		return a.json(
			func(d *codec.Decoder) { read.codec.Decode(d, place.Of(&page.Items)) },
			func(d *codec.Decoder) { readPagination(d, &page.More, &page.Total) },
		)
	})
	if err != nil {
		return paginate.Result[T]{}, "", err
	}
	return page, next, nil
}

// readPagination reads what a page tells of itself, as far as it is a result's.
func readPagination(d *codec.Decoder, more *bool, total *int) {
	if d.Kind() != jsonx.Object {
		d.Skip()
		return
	}
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		switch kind := d.Kind(); {
		case name == "has_more" && (kind == jsonx.True || kind == jsonx.False):
			*more = d.Bool()
		case name == "total" && kind == jsonx.Number:
			if n, err := strconv.Atoi(d.Literal()); err == nil {
				*total = n
			}
		default:
			d.Skip()
		}
	}
}

// nextQuery returns the query of the link to the next page (RFC 8288 §3); "" if
// there is none.
func nextQuery(lines []string) string {
	for _, line := range lines {
		for line != "" {
			var target string
			var next bool
			if target, next, line = cutLink(line); next {
				_, query, _ := strings.Cut(target, "?")
				query, _, _ = strings.Cut(query, "#")
				return string(appendURI(nil, query))
			}
		}
	}
	return ""
}

// cutLink cuts the first link off a list of them.
func cutLink(line string) (target string, next bool, rest string) {
	_, line, ok := strings.Cut(line, "<")
	if !ok {
		return "", false, ""
	}
	target, line, ok = strings.Cut(line, ">")
	if !ok {
		return "", false, ""
	}
	first := true // what rel says first counts (RFC 8288 §3.3)
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

// cutParameter cuts a parameter of a link off, whose value may be in quotes.
func cutParameter(s string) (name, value, rest string) {
	end := strings.IndexAny(s, "=;,")
	if end < 0 || s[end] != '=' {
		if end < 0 {
			end = len(s)
		}
		return trim(s[:end]), "", s[end:]
	}
	name, s = trim(s[:end]), strings.TrimLeft(s[end+1:], " \t")
	if !strings.HasPrefix(s, `"`) {
		if end = strings.IndexAny(s, ";,"); end < 0 {
			end = len(s)
		}
		return name, trim(s[:end]), s[end:]
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
