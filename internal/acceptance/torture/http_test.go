package torture_test

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

const gadgetPath = "/gadgets/123e4567-e89b-12d3-a456-426614174000"

func typed(name string, status int, fields ...string) hostile {
	return hostile{name: name, method: "POST", target: "/gadgets", body: kit.GadgetWith("stock", "7"), status: status, fields: fields}
}

func unsupported(name string, fields ...string) hostile {
	h := typed(name, http.StatusUnsupportedMediaType, fields...)
	h.detail = "The media type of the content is not supported; send application/json."
	h.header = map[string]string{"Accept": "application/json", "Accept-Patch": ""}
	return h
}

func coded(name, coding string) hostile {
	h := typed(name, http.StatusUnsupportedMediaType, "Content-Encoding: "+coding)
	h.detail = "The content coding is not supported; send the content unencoded."
	h.header = map[string]string{"Accept-Encoding": "identity"}
	return h
}

// hostileContents are about the headers of a body.
var hostileContents = []hostile{
	unsupported("text/plain", "Content-Type: text/plain"),
	unsupported("a form", "Content-Type: application/x-www-form-urlencoded"),
	unsupported("a merge patch where none is read", "Content-Type: application/merge-patch+json"),
	unsupported("a suffix that is not declared", "Content-Type: application/vnd.api+json"),
	unsupported("a type that begins alike", "Content-Type: application/json5"),
	unsupported("no media type", noType),
	unsupported("an empty media type", "Content-Type: "),
	unsupported("two types in one field", "Content-Type: application/json, text/plain"),
	unsupported("a malformed parameter", "Content-Type: application/json; charset"),
	unsupported("a media type that is a secret", "Content-Type: text/"+marker),
	typed("a charset", 201, "Content-Type: application/json; charset=utf-8"),
	typed("a media type in capitals", 201, "Content-Type: Application/JSON;charset=\"UTF-8\""),
	coded("gzip", "gzip"),
	coded("br", "br, "+marker),
	typed("identity", 201, "Content-Encoding: Identity"),
	{name: "a patch of another media type", method: "PATCH", target: gadgetPath, fields: []string{"Content-Type: application/json-patch+json"},
		body: `[]`, status: 415,
		detail: "The media type of the content is not supported; send application/merge-patch+json, application/json.",
		header: map[string]string{
			"Accept":       "application/merge-patch+json, application/json",
			"Accept-Patch": "application/merge-patch+json, application/json",
		}},
	{name: "a merge patch", method: "PATCH", target: gadgetPath, fields: []string{"Content-Type: application/merge-patch+json"},
		body: `{"stock":3}`, status: 200, holds: `"stock":3`},

	{name: "no content", method: "POST", target: "/gadgets", status: 400,
		detail: "The request has no content; JSON is expected."},
	{name: "no content, in chunks", method: "POST", target: "/gadgets", fields: []string{"Transfer-Encoding: chunked"}, body: "0\r\n\r\n",
		status: 400, detail: "The request has no content; JSON is expected."},
	{name: "content in chunks of one byte", method: "POST", target: "/gadgets", fields: []string{"Transfer-Encoding: chunked"},
		body: kit.Chunked(kit.GadgetWith("stock", "7"), 1), status: 201, holds: `"stock":7`},
	{name: "a chunk that is none", method: "POST", target: "/gadgets", fields: []string{"Transfer-Encoding: chunked"},
		body: "zz\r\n{}\r\n0\r\n\r\n", status: 400, detail: "The content of the request could not be read."},
	{name: "10 MiB announced", method: "POST", target: "/gadgets", fields: []string{"Content-Length: 10485760"}, body: `{"name":"` + marker,
		status: 413},
	{name: "10 MiB sent", method: "POST", target: "/gadgets", body: `{"name":"` + strings.Repeat("x", 10<<20) + `"}`,
		status: 413},
	{name: "10 MiB in chunks", method: "POST", target: "/gadgets", fields: []string{"Transfer-Encoding: chunked"},
		body: kit.Chunked(strings.Repeat(" ", 10<<20), 1<<20), status: 413},
	{name: "1 MiB is read", method: "POST", target: "/gadgets",
		body: kit.GadgetWith("stock", "7"+strings.Repeat(" ", 1<<20-len(kit.GadgetWith("stock", "7")))), status: 201, holds: `"stock":7`},
	{name: "a byte more is not", method: "POST", target: "/gadgets",
		body: kit.GadgetWith("stock", "7"+strings.Repeat(" ", 1<<20-len(kit.GadgetWith("stock", "7"))+1)), status: 413},
	{name: "a million items", method: "POST", target: "/gadgets",
		body: kit.GadgetWith("parts", "["+strings.Repeat("1,", 500_000)+"1]"), status: 422, more: 201,
		errors: hundred("type #/parts/%d")},
	{name: "content on a GET is not read", target: "/inputs", fields: []string{"Content-Length: 2"}, body: "{]", status: 200, holds: "data"},
}

func headed(name, reads string, fields ...string) hostile {
	return hostile{name: name, target: "/inputs", fields: fields, status: 200, holds: `{"data":{"seen":"` + reads + `"}}`}
}

func misheaded(name string, errors []string, fields ...string) hostile {
	return hostile{name: name, target: "/inputs", fields: fields, status: 422, errors: errors}
}

func unaccepted(name string, fields ...string) hostile {
	return hostile{name: name, target: "/inputs", fields: fields, status: 406, header: map[string]string{"Vary": "X-Tries, X-Kinds, Cookie, Accept"}}
}

// hostileHeaders are about other headers and cookies.
var hostileHeaders = []hostile{
	headed("a number", "X-Tries=3", "X-Tries: 3"),
	headed("a name in another case", "X-Tries=3", "x-tRIES:\t3 "),
	misheaded("text for a number", []string{"type header:X-Tries"}, "X-Tries: "+marker),
	misheaded("an exponent", []string{"type header:X-Tries"}, "X-Tries: 1e0"),
	misheaded("a number above its bound", []string{"max header:X-Tries"}, "X-Tries: 10"),
	misheaded("an empty header", []string{"type header:X-Tries"}, "X-Tries:"),
	misheaded("a header twice", []string{"repeated header:X-Tries"}, "X-Tries: 1", "X-Tries: 1"),
	misheaded("bytes that are not UTF-8", []string{"encoding header:X-Kinds/0"}, "X-Kinds: \xff"),
	headed("a list", "X-Kinds=[new old]", "X-Kinds: new,\told"),
	headed("a list on two lines", "X-Kinds=[new old]", "X-Kinds: new", "X-Kinds: old"),
	misheaded("an item that is no choice", []string{"one_of header:X-Kinds/1"}, "X-Kinds: new, "+marker),
	headed("an unknown header", "", "X-Colour: "+marker),
	headed("a cookie", "visits=4", "Cookie: a=b; visits=4; c=d"),
	headed("cookies in two fields", "visits=4 theme=dark", "Cookie: visits=4", "Cookie: theme=dark"),
	headed("a cookie with an escape", "theme=dark", "Cookie: theme=d%61rk"),
	misheaded("text for a number in a cookie", []string{"type cookie:visits"}, "Cookie: visits="+marker),
	headed("a cookie twice, of which the first counts", "visits=1", "Cookie: visits=1; visits=2"),
	headed("a cookie twice in two fields", "visits=1", "Cookie: visits=1", "Cookie: visits=x"),
	headed("a quoted cookie", "theme=dark", `Cookie: theme="dark"`),
	misheaded("a malformed cookie", []string{"format cookie:theme"}, `Cookie: theme={"a":1}; theme=dark`),
	misheaded("a malformed number in a cookie", []string{"format cookie:visits"}, `Cookie: visits="4`),
	misheaded("a cookie without a value", []string{"format cookie:visits"}, "Cookie: a=b;visits"),
	misheaded("a cookie that is not ASCII", []string{"format cookie:theme"}, "Cookie: theme=d\xc3\xa4rk"),
	misheaded("an empty cookie", []string{"type cookie:visits"}, "Cookie: visits="),
	misheaded("header before cookie", []string{"type header:X-Tries", "one_of cookie:theme"}, "Cookie: theme=x", "X-Tries: x"),
	{name: "a malformed escape in a cookie", target: "/inputs", fields: []string{"Cookie: theme=%zz"}, status: 400,
		detail: "A cookie has a malformed percent-encoding."},

	headed("a header of 8 KiB", "", "X-Long: "+strings.Repeat("x", 8<<10)),
	{name: "a header of more", target: "/inputs", fields: []string{"X-Long: " + strings.Repeat("x", 8<<10+1)}, status: 431},
	{name: "a header with a name of more", target: "/inputs", fields: []string{strings.Repeat("x", 8<<10+1) + ": 1"}, status: 431},
	{name: "cookies of more", target: "/inputs", fields: []string{"Cookie: " + strings.Repeat("a=b; ", 2000)}, status: 431},

	unaccepted("text/xml", "Accept: text/xml"),
	unaccepted("a list without JSON", "Accept: text/xml, text/*;q=0.5"),
	unaccepted("JSON with q=0", "Accept: application/json;q=0, */*"),
	unaccepted("everything with q=0", "Accept: */*;q=0"),
	unaccepted("a problem is no success", "Accept: application/problem+json"),
	unaccepted("a marker", "Accept: text/"+marker),
	headed("JSON among others", "", "Accept: text/xml, application/json;q=0.001"),
	headed("anything", "", "Accept: text/xml", "Accept: */*"),
	headed("nonsense states no preference", "", "Accept: ;;,,"),
}

// hostilePaths are about the path.
var hostilePaths = []hostile{
	{name: "an unknown path", target: "/nothing/" + marker, status: 404},
	{name: "the root", target: "/", status: 404},
	{name: "a doubled slash", target: "//inputs", status: 404},
	{name: "a doubled slash inside", target: "/gadgets//x", status: 404},
	{name: "a dot segment", target: "/x/../inputs", status: 404},
	{name: "an encoded dot segment", target: "/x/%2e%2e/inputs", status: 404},
	{name: "a trailing slash", target: "/inputs/", status: 404},
	{name: "an empty path parameter", target: "/gadgets/", status: 404},
	{name: "an empty last path parameter", target: gadgetPath + "/", status: 404},
	{name: "another case", target: "/Inputs", status: 404},
	{name: "an encoded letter is the letter", target: "/%69nputs", status: 200, holds: "data"},
	{name: "an encoded slash is no separator", target: "/gadgets%2Fx/y", status: 404},
	{name: "a very long path", target: "/" + strings.Repeat("x/", 4000), status: 404},
	{name: "an encoded slash in a parameter", target: gadgetPath + "/a%2Fb", status: 200, holds: `label=a/b"`},
	{name: "a plus in a path is a plus", target: gadgetPath + "/a+b%20c", status: 200, holds: `label=a+b c"`},
	{name: "a dot dot that is a value", target: gadgetPath + "/..", status: 200, holds: `label=.."`},
	{name: "a semicolon in a path is a semicolon", target: gadgetPath + "/a;b", status: 200, holds: `label=a;b"`},
	{name: "a UUID that is none", target: "/gadgets/" + marker + "/x", status: 422, errors: []string{"format path:id"}},
	{name: "a UUID with a line break", target: gadgetPath + "%0a/x", status: 422, errors: []string{"format path:id"}},
	{name: "both parameters wrong", target: "/gadgets/1/" + strings.Repeat("x", 11), status: 422,
		errors: []string{"format path:id", "max_length path:label"}},
	{name: "a parameter that is not UTF-8", target: gadgetPath + "/%ff", status: 422, errors: []string{"encoding path:label"}},
	{name: "a parameter with a zero byte", target: gadgetPath + "/%00", status: 200, holds: `label=\u0000"`},
	{name: "an absolute target", target: "http://example.com/inputs?count=1", status: 200, holds: "count=1"},
}

func methods(name, method, target string, status int, allow string) hostile {
	return hostile{name: name, method: method, target: target, status: status, header: map[string]string{"Allow": allow}}
}

// hostileMethods are about the method.
var hostileMethods = []hostile{
	methods("GET where there is only POST", "GET", "/gadgets", 405, "OPTIONS, POST"),
	methods("POST where there is only GET", "POST", "/inputs", 405, "GET, HEAD, OPTIONS"),
	methods("TRACE", "TRACE", "/inputs", 405, "GET, HEAD, OPTIONS"),
	methods("TRACE on an unknown path", "TRACE", "/nothing", 404, ""),
	methods("a method of nobody's", "BREW", "/gadgets", 405, "OPTIONS, POST"),
	methods("a method in small letters", "get", "/inputs", 405, "GET, HEAD, OPTIONS"),
	methods("PUT beside PATCH and DELETE", "PUT", gadgetPath, 405, "DELETE, OPTIONS, PATCH"),
	methods("OPTIONS", "OPTIONS", "/inputs?zz=%zz", 204, "GET, HEAD, OPTIONS"),
	methods("OPTIONS on an unknown path", "OPTIONS", "/nothing", 404, ""),
	{name: "OPTIONS where there is PATCH", method: "OPTIONS", target: gadgetPath, status: 204, header: map[string]string{
		"Allow": "DELETE, OPTIONS, PATCH", "Accept-Patch": "application/merge-patch+json, application/json"}},
	{name: "OPTIONS where there is POST", method: "OPTIONS", target: "/gadgets", status: 204,
		header: map[string]string{"Allow": "OPTIONS, POST", "Accept-Patch": ""}},
	{name: "DELETE", method: "DELETE", target: gadgetPath, status: 204},
	{name: "DELETE that accepts only XML has nothing to send", method: "DELETE", target: gadgetPath,
		fields: []string{"Accept: text/xml"}, status: 204},
	methods("HEAD", "HEAD", "/inputs?count=1", 200, ""),
	methods("HEAD of a 422", "HEAD", "/inputs?count="+marker, 422, ""),
	methods("HEAD of a 400", "HEAD", "/inputs?%zz", 400, ""),
	methods("HEAD of a 404", "HEAD", "/nothing", 404, ""),
	methods("HEAD of a 405", "HEAD", "/gadgets", 405, "OPTIONS, POST"),
	methods("HEAD of a 414", "HEAD", "/lax?"+strings.Repeat("x", 9000), 414, ""),
	{name: "HEAD of a 406", method: "HEAD", target: "/inputs", fields: []string{"Accept: text/xml"}, status: 406},
	{name: "HEAD of a 431", method: "HEAD", target: "/inputs", fields: []string{"X-Long: " + strings.Repeat("x", 9000)}, status: 431},
}
