package limit

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// A query has the parameters of the list.
type query struct {
	page, limit     int
	order, status   string
	minPrice        int64
	pageAt, pageEnd int // the position of the page in the raw query
}

// noQuery records every parameter as unknown.
func (x *exchange) noQuery(r *http.Request) {
	if r.URL.RawQuery != "" {
		x.strangeParameter(r.URL.RawQuery)
	}
}

func (x *exchange) strangeParameter(name string) {
	name, _, _ = strings.Cut(name, "=")
	x.parameter(`{"code":"unknown","detail":"is not recognized","in":"query","parameter":` + strconv.Quote(name) + `}`)
}

// query reads the parameters.
func (x *exchange) query(r *http.Request) query {
	q := query{page: 1, limit: 20, pageAt: -1}
	raw := r.URL.RawQuery
	for at := 0; at < len(raw); {
		end := at
		for end < len(raw) && raw[end] != '&' {
			end++
		}
		name, value, _ := strings.Cut(raw[at:end], "=")
		if strings.IndexByte(value, '%') >= 0 || strings.IndexByte(value, '+') >= 0 {
			value, _ = url.QueryUnescape(value)
		}
		switch name {
		case "page":
			q.page = int(x.bounded(name, value, 1, 1<<31))
			q.pageAt, q.pageEnd = at, end
		case "limit":
			q.limit = int(x.bounded(name, value, 1, 100))
		case "min_price":
			q.minPrice = x.bounded(name, value, 0, 100_000_000)
		case "order_by":
			q.order = value
			if value != "" && value[0] == ' ' { // an unescaped plus
				value = "+" + value[1:]
			}
			switch value {
			case "name", "+name", "-name", "price", "+price", "-price":
			default:
				x.parameter(`{"code":"one_of","detail":"must be one of name, +name, -name, price, +price, -price","in":"query","parameter":"order_by","pointer":"#/0","params":{"values":["name","+name","-name","price","+price","-price"]}}`)
			}
		case "status":
			q.status = value
			switch value {
			case "draft", "active", "retired":
			default:
				x.parameter(`{"code":"one_of","detail":"must be one of draft, active, retired","in":"query","parameter":"status","params":{"values":["draft","active","retired"]}}`)
			}
		default:
			x.strangeParameter(name)
		}
		at = end + 1
	}
	return q
}

func (x *exchange) bounded(name, value string, least, most int64) int64 {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err != nil:
		x.parameter(`{"code":"type","detail":"must be an integer","in":"query","parameter":"` + name + `","params":{"expected":"integer"}}`)
	case n < least:
		x.parameter(`{"code":"min","detail":"must be at least ` + strconv.FormatInt(least, 10) + `","in":"query","parameter":"` + name + `","params":{"min":` + strconv.FormatInt(least, 10) + `}}`)
	case n > most:
		x.parameter(`{"code":"max","detail":"must be at most ` + strconv.FormatInt(most, 10) + `","in":"query","parameter":"` + name + `","params":{"max":` + strconv.FormatInt(most, 10) + `}}`)
	}
	return n
}

// links writes the links to the other pages (RFC 8288), with the other parameters of the
// request.
func (q query) links(r *http.Request, pages int) string {
	raw := r.URL.RawQuery
	before, behind := raw, ""
	if q.pageAt >= 0 {
		before, behind = strings.TrimSuffix(raw[:q.pageAt], "&"), strings.TrimPrefix(raw[q.pageEnd:], "&")
	}
	b := make([]byte, 0, 4*(len(r.URL.Path)+len(raw)+32))
	link := func(page int, rel string) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(b, '<'), r.URL.Path...), '?')
		if before != "" {
			b = append(append(b, before...), '&')
		}
		if behind != "" {
			b = append(append(b, behind...), '&')
		}
		b = strconv.AppendInt(append(b, "page="...), int64(page), 10)
		b = append(append(append(b, `>; rel="`...), rel...), '"')
	}
	link(1, "first")
	if q.page > 1 {
		link(min(q.page-1, pages), "prev")
	}
	link(q.page+1, "next")
	link(pages, "last")
	return string(b)
}
