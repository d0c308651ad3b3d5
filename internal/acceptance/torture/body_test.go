package torture_test

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

func violating(name, body string, errors ...string) hostile {
	return hostile{name: name, method: "POST", target: "/gadgets", body: body, status: 422, errors: errors}
}

// rejectedMember is a member whose value violates one rule.
func rejectedMember(name, member, json, code string) hostile {
	return violating(name, kit.GadgetWith(member, json), code+" #/"+member)
}

// acceptedMember is a member whose value is accepted, with how it is written.
func acceptedMember(name, member, json, back string) hostile {
	return hostile{name: name, method: "POST", target: "/gadgets", body: kit.GadgetWith(member, json),
		status: 201, holds: `"` + member + `":` + back}
}

// hostileBodies are JSON.
var hostileBodies = []hostile{
	{name: "the least gadget", method: "POST", target: "/gadgets", body: kit.GadgetWith("name", `"n"`),
		status: 201, holds: `{"data":{"id":"123e4567-e89b-12d3-a456-426614174000","name":"n","price":1.5,"stock":0,"views":0,` +
			`"hash":0,"grade":"A","active":true,"released":"2026-01-02","updated":"2026-01-02T03:04:05.000000Z",` +
			`"email":"a@example.com","site":"https://example.com/","size":{"width":1,"height":1},"parts":[],"labels":{},"note":null}}`},

	rejectedMember("text for an int32", "stock", `"abc`+marker+`"`, "type"),
	rejectedMember("a number in quotes", "stock", `"12"`, "type"),
	rejectedMember("a fraction for an int32", "stock", `1.5`, "type"),
	rejectedMember("a tiny fraction for an int32", "stock", `1e-400`, "type"),
	rejectedMember("true for an int32", "stock", `true`, "type"),
	rejectedMember("an array for an int32", "stock", `[1]`, "type"),
	rejectedMember("an object for an int32", "stock", `{"`+marker+`":1}`, "type"),
	rejectedMember("null for an int32", "stock", `null`, "null"),
	rejectedMember("2^31 for an int32", "stock", `2147483648`, "max"),
	rejectedMember("-2^31-1 for an int32", "stock", `-2147483649`, "min"),
	rejectedMember("1e400 for an int32", "stock", `1e400`, "max"),
	rejectedMember("an absurd exponent for an int32", "stock", `1e99999999999999999999`, "max"),
	rejectedMember("an absurd negative exponent", "stock", `1e-99999999999999999999`, "type"),
	rejectedMember("-1e19 for an int64", "views", `-1e19`, "min"),
	rejectedMember("2^63 for an int64", "views", `9223372036854775808`, "max"),
	rejectedMember("a thousand digits for an int64", "views", strings.Repeat("9", 1000), "max"),
	rejectedMember("2^64 for a uint64", "hash", `18446744073709551616`, "max"),
	rejectedMember("a negative uint64", "hash", `-1`, "min"),
	acceptedMember("1e2 is 100", "stock", `1e2`, `100,`),
	acceptedMember("1.0 is 1", "stock", `1.0`, `1,`),
	acceptedMember("100e-2 is 1", "stock", `100e-2`, `1,`),
	acceptedMember("a negative zero is zero", "stock", `-0`, `0,`),
	acceptedMember("a negative zero is no negative uint64", "hash", `-0`, `0,`),
	acceptedMember("2^53+1 is kept", "views", `9007199254740993`, `9007199254740993,`),
	acceptedMember("the least int64 is kept", "views", `-9223372036854775808`, `-9223372036854775808,`),
	acceptedMember("the greatest uint64 is kept", "hash", `18446744073709551615`, `18446744073709551615,`),

	rejectedMember("a price with three decimals", "price", `1.005`, "multiple_of"),
	rejectedMember("a price below zero", "price", `-0.01`, "min"),
	rejectedMember("1e400 for a float", "price", `1e400`, "max"),
	rejectedMember("-1e400 for a float", "price", `-1e400`, "min"),
	rejectedMember("a float too close to zero", "price", `1e-400`, "precision"),
	rejectedMember("text for a float", "price", `"NaN"`, "type"),
	acceptedMember("a multiple that float64 does not divide", "price", `0.07`, `0.07,`),
	acceptedMember("a negative zero price", "price", `-0.0`, `0,`),

	rejectedMember("an empty name", "name", `""`, "min_length"),
	rejectedMember("a name of 81 characters", "name", `"`+strings.Repeat("é", 81)+`"`, "max_length"),
	acceptedMember("a name of 80 characters in 320 bytes", "name", `"`+strings.Repeat("😀", 80)+`"`, `"😀`),
	rejectedMember("a number for a name", "name", `12`, "type"),
	rejectedMember("null for a name", "name", `null`, "null"),
	rejectedMember("a grade that is none", "grade", `"`+marker+`"`, "one_of"),
	rejectedMember("a grade in another case", "grade", `"a"`, "one_of"),
	rejectedMember("a grade with a space", "grade", `"A "`, "one_of"),
	rejectedMember("1 for a boolean", "active", `1`, "type"),
	rejectedMember("text for a boolean", "active", `"true"`, "type"),
	rejectedMember("a day that does not exist", "released", `"2026-02-29"`, "format"),
	rejectedMember("a date with a time", "released", `"2026-01-02T00:00:00Z"`, "format"),
	rejectedMember("a number for a date", "released", `20260102`, "type"),
	rejectedMember("a time without an offset", "updated", `"2026-01-02T03:04:05"`, "format"),
	rejectedMember("a leap second", "updated", `"2016-12-31T23:59:60Z"`, "format"),
	acceptedMember("a time with an offset", "updated", `"2026-01-02T03:04:05+02:00"`, `"2026-01-02T01:04:05.000000Z"`),
	rejectedMember("an address without a domain", "email", `"`+marker+`@"`, "format"),
	rejectedMember("an address with a line break", "email", `"a@example.com\r\nBcc: `+marker+`@example.com"`, "format"),
	rejectedMember("a relative URI", "site", `"/`+marker+`"`, "format"),
	rejectedMember("a pin of letters", "pin", `"`+marker+`"`, "pattern"),
	rejectedMember("a pin with a line break", "pin", `"1234\n"`, "pattern"),
	{name: "what is write-only does not come back", method: "POST", target: "/gadgets", body: kit.GadgetWith("pin", `"4321"`),
		status: 201, lacks: "4321"},

	violating("null for the whole", `null`, "null #"),
	violating("an array for the whole", `[]`, "type #"),
	violating("text for the whole", `"`+marker+`"`, "type #"),
	violating("an empty object", `{}`, "required #/name", "required #/price"),
	violating("names in another case", `{"Name":"n","PRICE":1}`,
		"unknown #/Name", "unknown #/PRICE", "required #/name", "required #/price"),
	rejectedMember("an unknown member", "colour", `"`+marker+`"`, "unknown"),
	violating("an unknown member that needs escapes", kit.GadgetWith("a/b~c d%é", `1`), "unknown #/a~1b~0c%20d%25%C3%A9"),
	violating("an unknown member of 100 bytes", kit.GadgetWith(strings.Repeat("x", 100), `1`), "unknown #/"+strings.Repeat("x", 100)),
	with(violating("an unknown member of 101 bytes", kit.GadgetWith(strings.Repeat("x", 101), `1`), "unknown #"),
		func(h *hostile) { h.lacks = "xxxxx" }),
	with(violating("an unknown member of 100,000 bytes", kit.GadgetWith(strings.Repeat("x", 100_000), `1`), "unknown #"),
		func(h *hostile) { h.lacks = "xxxxx" }),
	rejectedMember("a read-only member", "id", `"123e4567-e89b-12d3-a456-426614174000"`, "read_only"),
	rejectedMember("a read-only member of another type", "id", `{"a":["`+marker+`"]}`, "read_only"),
	rejectedMember("null for an object", "size", `null`, "null"),
	rejectedMember("an array for an object", "size", `[]`, "type"),
	violating("inside an object", kit.GadgetWith("size", `{"width":0,"depth":1}`),
		"min #/size/width", "unknown #/size/depth", "required #/size/height"),
	rejectedMember("an object for an array", "parts", `{}`, "type"),
	violating("inside an array of objects", kit.GadgetWith("parts", `[{"name":"a"},{"name":""},null,{"count":0},7]`),
		"min_length #/parts/1/name", "null #/parts/2", "min #/parts/3/count", "required #/parts/3/name", "type #/parts/4"),
	violating("300 parts are allowed, 301 are not", kit.GadgetWith("parts", `[`+strings.Repeat(`{"name":"a"},`, 300)+`{"name":""}]`),
		"max_items #/parts"),
	acceptedMember("an escaped name is the name", "labels", `{"\u0061":"1"}`, `{"a":"1"}`),
	violating("inside a map", kit.GadgetWith("labels", `{"a/b":1,"ok":"x","`+strings.Repeat("y", 101)+`":null}`),
		"type #/labels/a~1b", "null #/labels"),
	acceptedMember("null where it is allowed", "note", `null`, `null`),
	rejectedMember("a number for what may be null", "note", `5`, "type"),
	with(violating("200 violations", kit.GadgetWith("parts", `[`+strings.Repeat(`{"name":""},`, 199)+`{"name":""}]`), hundred("min_length #/parts/%d/name")...),
		func(h *hostile) { h.more = 100 }),
	with(violating("10,000 unknown members", `{"name":"n","price":1`+kit.Numbered(9_998, `,"u%d":0`)+`}`, hundred("unknown #/u%d")...),
		func(h *hostile) { h.more = 9_898 }),
	{name: "a patch with everything wrong", method: "PATCH", target: "/gadgets/123e4567-e89b-12d3-a456-42661417400x?x=1",
		body: `{"id":"x","name":"","stock":null,"size":{"width":0},"labels":{"a":1,"b":null},"colour":1}`, status: 422,
		errors: []string{"unknown query:x", "format path:id", "read_only #/id", "min_length #/name", "null #/stock",
			"min #/size/width", "type #/labels/a", "unknown #/colour"}},
	{name: "a patch whose outcome is checked", method: "PATCH", target: "/gadgets/123e4567-e89b-12d3-a456-426614174000",
		body: `{"name":"new","size":{"height":9},"labels":{"a":null,"b":"2"}}`, status: 200,
		holds: `"size":{"width":1,"height":9},"parts":[],"labels":{"b":"2"}`},
	{name: "an empty patch", method: "PATCH", target: "/gadgets/123e4567-e89b-12d3-a456-426614174000",
		body: `{}`, status: 200, holds: `"name":"old"`},
	{name: "a patch that is no object", method: "PATCH", target: "/gadgets/123e4567-e89b-12d3-a456-426614174000",
		body: `["` + marker + `"]`, status: 422, errors: []string{"type #"}},
}

func with(h hostile, change func(*hostile)) hostile {
	change(&h)
	return h
}

func hundred(format string) (all []string) {
	for i := range 100 {
		all = append(all, fmt.Sprintf(format, i))
	}
	return all
}

func malformedBody(name, body, why string) hostile {
	return hostile{name: name, method: "POST", target: "/gadgets", body: body, status: 400,
		detail: "The content is malformed JSON at byte " + why + "."}
}

// hostileDocuments are malformed, or larger than allowed.
var hostileDocuments = []hostile{
	malformedBody("a duplicate member", `{"name":"a","name":"`+marker+`","price":1}`, "12: duplicate member name"),
	malformedBody("a duplicate member by escape", `{"name":"a","\u006eame":"b"}`, "12: duplicate member name"),
	malformedBody("a duplicate unknown member", `{"`+marker+`":1,"`+marker+`":2}`, "16: duplicate member name"),
	malformedBody("a duplicate member inside what is skipped", `{"x":{"a":1,"a":2}}`, "12: duplicate member name"),
	malformedBody("invalid UTF-8 in a value", "{\"name\":\"a\xff\"}", "10: invalid UTF-8"),
	malformedBody("invalid UTF-8 in a name", "{\"\xc3\x28\":1}", "2: invalid UTF-8"),
	malformedBody("an overlong slash", "{\"name\":\"\xc0\xaf\"}", "9: invalid UTF-8"),
	malformedBody("a lone surrogate", `{"name":"\ud83d"}`, "9: invalid UTF-8"),
	malformedBody("a low surrogate first", `{"name":"\ude00\ud83d"}`, "9: invalid UTF-8"),
	malformedBody("a byte order mark", "\ufeff{}", "0: syntax error"),
	malformedBody("trailing data", kit.GadgetWith("stock", "1")+" x", "35: data after the value"),
	malformedBody("a second document", `{"name":"n","price":1}{}`, "22: data after the value"),
	malformedBody("white space alone", " \r\n\t ", "5: no value"),
	malformedBody("a document cut short", `{"name":"n","pri`, "16: unexpected end"),
	malformedBody("a leading zero", kit.GadgetWith("stock", "007"), "33: syntax error"),
	malformedBody("a plus sign", kit.GadgetWith("stock", "+1"), "32: syntax error"),
	malformedBody("NaN", kit.GadgetWith("price", "NaN"), "20: syntax error"),
	malformedBody("Infinity", kit.GadgetWith("price", "-Infinity"), "21: syntax error"),
	malformedBody("a hexadecimal number", kit.GadgetWith("stock", "0x10"), "33: syntax error"),
	malformedBody("a comment", `{"name":"n",/*`+marker+`*/"price":1}`, "12: syntax error"),
	malformedBody("a trailing comma", `{"name":"n","price":1,}`, "21: syntax error"),
	malformedBody("single quotes", `{'name':'n'}`, "1: syntax error"),
	malformedBody("a control character", "{\"name\":\"a\x00b\"}", "10: syntax error"),
	malformedBody("a depth of 65", strings.Repeat("[", 65)+strings.Repeat("]", 65), "64: nested too deeply"),
	violating("a depth of 64", strings.Repeat("[", 64)+strings.Repeat("]", 64), "type #"),
	malformedBody("a depth of 10,000", strings.Repeat("[", 10_000), "64: nested too deeply"),
	malformedBody("a depth of 400,000 in objects", strings.Repeat(`{"a":`, 400_000/5), "320: nested too deeply"),
	malformedBody("60,000 members", `{"u0":0`+kit.Numbered(60_000, `,"v%d":0`)+`}`, "98888: too many members"),
}
