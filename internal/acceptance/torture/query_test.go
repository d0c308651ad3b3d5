package torture_test

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// rejectedQuery is a query with its violations.
func rejectedQuery(name, query string, errors ...string) hostile {
	return hostile{name: name, target: "/inputs?" + query, status: 422, errors: errors}
}

// acceptedQuery is a query with what the handler reads.
func acceptedQuery(name, query, reads string) hostile {
	return hostile{name: name, target: "/inputs?" + query, status: 200, holds: `{"data":{"seen":"` + reads + `"}}`}
}

func malformedQuery(name, query, why string) hostile {
	return hostile{name: name, target: "/inputs?" + query, status: 400, detail: why}
}

const (
	badEncoding = "The query has a malformed percent-encoding."
	semicolon   = "The query has a semicolon; parameters are separated by &."
)

// hostileQueries are values of single parameters.
var hostileQueries = []hostile{
	acceptedQuery("nothing", "", ""),
	acceptedQuery("one of each", "count=1&big=2&hash=3&ratio=0.07&on=true&day=2026-01-02&at=2026-01-02T03:04:05Z"+
		"&ref=123e4567-e89b-12d3-a456-426614174000&mail=a@example.com&link=https://example.com/a&state=on&text=x",
		"count=1 big=2 hash=3 ratio=0.07 on=true day=2026-01-02 00:00:00 +0000 UTC at=2026-01-02 03:04:05 +0000 UTC "+
			"ref=123e4567-e89b-12d3-a456-426614174000 mail=a@example.com link=https://example.com/a state=on text=x"),
	rejectedQuery("everything wrong, in the order of the declaration",
		"zz=1&text="+strings.Repeat("x", 21)+"&state="+marker+"&link=/"+marker+"&mail="+marker+"&ref="+marker+
			"&at="+marker+"&day="+marker+"&on="+marker+"&ratio=0.001&hash=-1&big="+marker+"&count="+marker,
		"unknown query:zz", "type query:count", "type query:big", "min query:hash", "multiple_of query:ratio", "type query:on",
		"format query:day", "format query:at", "format query:ref", "format query:mail", "format query:link",
		"one_of query:state", "max_length query:text"),

	rejectedQuery("text for an int32", "count=abc", "type query:count"),
	rejectedQuery("a fraction for an int32", "count=1.5", "type query:count"),
	rejectedQuery("an exponent for an int32", "count=1e2", "type query:count"),
	rejectedQuery("1.0 for an int32", "count=1.0", "type query:count"),
	rejectedQuery("a leading zero", "count=007", "type query:count"),
	rejectedQuery("a plus sign, which is a space", "count=+1", "type query:count"),
	rejectedQuery("an encoded plus sign", "count=%2B1", "type query:count"),
	rejectedQuery("a space after a number", "count=1%20", "type query:count"),
	rejectedQuery("a hexadecimal number", "count=0x10", "type query:count"),
	rejectedQuery("digits of another script", "count=%D9%A1", "type query:count"),
	rejectedQuery("an underscore in a number", "count=1_000", "type query:count"),
	rejectedQuery("an empty number", "count=", "type query:count"),
	rejectedQuery("a number without a value", "count", "type query:count"),
	rejectedQuery("null for an int32", "count=null", "type query:count"),
	rejectedQuery("a zero byte after a number", "count=1%00", "type query:count"),
	rejectedQuery("2^31 for an int32", "count=2147483648", "max query:count"),
	rejectedQuery("-2^31-1 for an int32", "count=-2147483649", "min query:count"),
	rejectedQuery("2^63 for an int64", "big=9223372036854775808", "max query:big"),
	rejectedQuery("1e400 for an int64", "big=1e400", "type query:big"),
	rejectedQuery("a thousand digits for an int64", "big=-"+strings.Repeat("9", 1000), "min query:big"),
	rejectedQuery("2^64 for a uint64", "hash=18446744073709551616", "max query:hash"),
	acceptedQuery("2^53+1 is kept", "big=9007199254740993", "big=9007199254740993"),
	acceptedQuery("the greatest uint64 is kept", "hash=18446744073709551615", "hash=18446744073709551615"),
	acceptedQuery("a negative zero is zero", "count=-0&hash=-0", "count=0 hash=0"),

	rejectedQuery("NaN", "ratio=NaN", "type query:ratio"),
	rejectedQuery("Infinity", "ratio=Infinity", "type query:ratio"),
	rejectedQuery("-Inf", "ratio=-Inf", "type query:ratio"),
	rejectedQuery("1e400 for a float", "ratio=1e400", "max query:ratio"),
	rejectedQuery("-1e400 for a float", "ratio=-1e400", "min query:ratio"),
	rejectedQuery("a float too close to zero", "ratio=1e-400", "precision query:ratio"),
	rejectedQuery("a hexadecimal float", "ratio=0x1p-2", "type query:ratio"),
	rejectedQuery("a float without its zero", "ratio=.5", "type query:ratio"),
	rejectedQuery("a float without its fraction", "ratio=5.", "type query:ratio"),
	rejectedQuery("a comma for a point", "ratio=0,5", "type query:ratio"),
	rejectedQuery("an empty float", "ratio=", "type query:ratio"),
	acceptedQuery("a multiple that float64 does not divide", "ratio=0.29", "ratio=0.29"),

	rejectedQuery("1 for a boolean", "on=1", "type query:on"),
	rejectedQuery("yes for a boolean", "on=yes", "type query:on"),
	rejectedQuery("True for a boolean", "on=True", "type query:on"),
	rejectedQuery("an empty boolean", "on=", "type query:on"),
	rejectedQuery("a boolean without a value", "on", "type query:on"),
	rejectedQuery("a day that does not exist", "day=2026-02-30", "format query:day"),
	rejectedQuery("an empty date", "day=", "format query:day"),
	rejectedQuery("an offset whose plus is a space", "at=2026-01-02T03:04:05+02:00", "format query:at"),
	acceptedQuery("an offset with an encoded plus", "at=2026-01-02T03:04:05%2B02:00", "at=2026-01-02 01:04:05 +0000 UTC"),
	rejectedQuery("a UUID in braces", "ref={123e4567-e89b-12d3-a456-426614174000}", "format query:ref"),
	rejectedQuery("a choice in another case", "state=ON", "one_of query:state"),
	rejectedQuery("an empty choice", "state=", "one_of query:state"),
	rejectedQuery("a choice that is not UTF-8", "state=%ff", "encoding query:state"),
	rejectedQuery("text that is not UTF-8", "text=%c3%28", "encoding query:text"),
	acceptedQuery("an empty text is a value", "text=", "text="),
	acceptedQuery("a plus and %20 are spaces", "text=a+b%20c", "text=a b c"),
	acceptedQuery("20 characters in 80 bytes", "text="+strings.Repeat("%F0%9F%98%80", 20), "text="+strings.Repeat("😀", 20)),

	malformedQuery("a malformed escape in a value", "text=%zz", badEncoding),
	malformedQuery("an escape cut short", "text=%a", badEncoding),
	malformedQuery("a malformed escape in a name", "%zz=1", badEncoding),
	malformedQuery("a malformed escape in an unknown parameter", "zz=%zz", badEncoding),
	malformedQuery("a malformed escape beside a violation", "count=x&text=%", badEncoding),
	malformedQuery("a semicolon", "count=1;big=2", semicolon),
	malformedQuery("a semicolon in a value", "text=a;b", semicolon),
	acceptedQuery("an encoded semicolon", "text=a%3Bb", "text=a;b"),
	acceptedQuery("empty pairs", "&&count=1&&", "count=1"),

	rejectedQuery("a repeated parameter", "count=1&count=1", "repeated query:count"),
	rejectedQuery("a repeated parameter by escape", "count=1&%63ount=2", "repeated query:count"),
	rejectedQuery("a repeated parameter without a value", "text=a&text", "repeated query:text"),
	rejectedQuery("an unknown parameter", "colour="+marker, "unknown query:colour"),
	rejectedQuery("an unknown parameter twice", "colour=1&colour=2", "unknown query:colour", "unknown query:colour"),
	rejectedQuery("a name in another case", "Count=1", "unknown query:Count"),
	rejectedQuery("a name with brackets", "count[]=1", "unknown query:count[]"),
	rejectedQuery("an empty name", "=1", "unknown query:"),
	rejectedQuery("an unknown name of 100 bytes", strings.Repeat("x", 100)+"=1", "unknown query:"+strings.Repeat("x", 100)),
	with(rejectedQuery("an unknown name of 101 bytes", strings.Repeat("x", 101)+"=1", "unknown query:"),
		func(h *hostile) { h.lacks = "xxxxx" }),
	with(rejectedQuery("an unknown name that is not UTF-8", "%ff%fe=1", "unknown query:"),
		func(h *hostile) { h.lacks = `"parameter"` }),
	with(rejectedQuery("200 unknown parameters", strings.TrimPrefix(kit.Numbered(200, "&u%d=1"), "&"), hundred("unknown query:u%d")...),
		func(h *hostile) { h.more = 100 }),
	{name: "unknown parameters that are passed over", target: "/lax?a=1&a=%ff&b", status: 200, holds: "nothing"},
	{name: "a malformed escape in what is passed over", target: "/lax?a=%zz", status: 400, detail: badEncoding},

	{name: "a query of 8 KiB", target: "/lax?" + strings.Repeat("x", 8<<10), status: 200, holds: "nothing"},
	{name: "a query of more", target: "/lax?" + strings.Repeat("x", 8<<10+1), status: http.StatusRequestURITooLong},
	{name: "a choice whose description is larger than a response", target: "/huge?size=" + marker + "&count=x", status: 422,
		errors: []string{"one_of query:size", "type query:count"}},
}

// hostileStyles are lists and objects in a query.
var hostileStyles = []hostile{
	acceptedQuery("a list with commas", "ids=1,2,3", "ids=[1 2 3]"),
	acceptedQuery("a list of one", "ids=1", "ids=[1]"),
	rejectedQuery("a list with commas, twice", "ids=1,2&ids=3", "repeated query:ids"),
	rejectedQuery("an item of another type", "ids=1,x,3,,"+marker, "type query:ids/1", "type query:ids/3", "type query:ids/4"),
	rejectedQuery("an empty list is one empty item", "ids=", "type query:ids/0"),
	acceptedQuery("an encoded comma separates what holds none, as browsers write it", "ids=1%2C2", "ids=[1 2]"),
	rejectedQuery("too many items", "ids=1,2,3,4,5,6", "max_items query:ids"),
	rejectedQuery("far too many items", "ids="+strings.Repeat(",", 8000), "type query:ids/0", "type query:ids/1", "type query:ids/2",
		"type query:ids/3", "type query:ids/4", "max_items query:ids"),
	malformedQuery("a malformed escape in an item", "ids=1,%", badEncoding),
	acceptedQuery("a repeated list", "tags=a&tags=b&tags=c,d", "tags=[a b c,d]"),
	rejectedQuery("equal items", "tags=a&tags=b&tags=a", "unique query:tags/2"),
	rejectedQuery("an item that is too long", "tags=a&tags="+marker, "max_length query:tags/1"),
	rejectedQuery("an item that is not UTF-8", "tags=%ff", "encoding query:tags/0"),
	acceptedQuery("an object", "range[min]=1&range[max]=9", "range=1..9"),
	acceptedQuery("an object with encoded brackets", "range%5Bmin%5D=1", "range=1"),
	rejectedQuery("an object without what it requires", "range[max]=9", "required query:range/min"),
	rejectedQuery("a member of another type", "range[min]="+marker, "type query:range/min"),
	rejectedQuery("a member twice", "range[min]=1&range[min]=2", "repeated query:range/min"),
	rejectedQuery("an unknown member", "range[min]=1&range[mid]="+marker, "unknown query:range/mid"),
	rejectedQuery("a member without a name", "range[min]=1&range[]=2", "unknown query:range/"),
	rejectedQuery("a member of a member", "range[min][max]=1&range[min]=1", "unknown query:range/min%5D%5Bmax"),
	rejectedQuery("a bracket that does not close", "range[min=1", "unknown query:range[min"),
	rejectedQuery("text after the bracket", "range[min]x=1", "unknown query:range[min]x"),
	rejectedQuery("an object without brackets", "range=1", "unknown query:range"),
	rejectedQuery("another name before the bracket", "ranges[min]=1", "unknown query:ranges[min]"),
	rejectedQuery("a name in another case before the bracket", "Range[min]=1", "unknown query:Range[min]"),
	with(rejectedQuery("an unknown member of 101 bytes", "range[min]=1&range["+strings.Repeat("x", 101)+"]=1", "unknown query:range"),
		func(h *hostile) { h.lacks = "xxxxx" }),
	malformedQuery("a malformed escape in a member's name", "range[%]=1", badEncoding),
	malformedQuery("a malformed escape in a member", "range[min]=%", badEncoding),
}
