package match_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/match"
)

var wellFormed = []struct {
	text     string
	params   []string
	segments int
}{
	{"/", nil, 1},
	{"/products", nil, 1},
	{"/products/", nil, 2},
	{"/products/{id}", []string{"id"}, 2},
	{"/products/{id}/", []string{"id"}, 3},
	{"/shops/{shop_id}/products/{id}/archive", []string{"shop_id", "id"}, 5},
	{"/{a}/{b}/{c}", []string{"a", "b", "c"}, 3},
	{"/{_x9.y-z}", []string{"_x9.y-z"}, 1},
	{"/~user/a-b_c.d/v1:run@now", nil, 3},
	{"/!$&'()*+,;=", nil, 1},
	{"/caf%C3%A9/100%25", nil, 2},
	{"/...", nil, 1},
	{"/Accounts/{Sid}.json", []string{"Sid"}, 2},
	{"/compare/{base}...{head}", []string{"base", "head"}, 2},
	{"/v{major}.{minor}/{id}:archive", []string{"major", "minor", "id"}, 2},
	{"/contents/{path...}", []string{"path"}, 2},
	{"/{path...}", []string{"path"}, 1},
	{"/v2/{name...}/blobs/{digest}", []string{"name", "digest"}, 4},
	{strings.Repeat("/a", match.MaxSegments), nil, match.MaxSegments},
}

func TestParseReadsTemplates(t *testing.T) {
	for _, tt := range wellFormed {
		tpl, err := match.Parse(tt.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.text, err)
			continue
		}
		if tpl.String() != tt.text || tpl.Segments() != tt.segments || !slices.Equal(tpl.Params(), tt.params) {
			t.Errorf("Parse(%q) = %q, %d segments, params %q; want %d and %q",
				tt.text, tpl, tpl.Segments(), tpl.Params(), tt.segments, tt.params)
		}
	}
}

var malformed = []struct{ text, fault string }{
	{"", "must start with /"},
	{"products", "must start with /"},
	{"{id}", "must start with /"},
	{"//", `empty segment "//"`},
	{"//products", `empty segment "//"`},
	{"/products//{id}", `empty segment "//"`},
	{"/products//", `empty segment "//"`},
	{"/{id", `{ without } in segment "{id"`},
	{"/{", `{ without } in segment "{"`},
	{"/{a/b}", `{ without } in segment "{a"`},
	{"/id}", `} without { in segment "id}"`},
	{"/}id{", `} without { in segment "}id{"`},
	{"/{id}}", `} without { in segment "{id}}"`},
	{"/{from}{to}", "segment {from}{to} has two parameters without text between them"},
	{"/{{id}}", `{ within { in segment "{{id}}"`},
	{"/{id}é", `'é' must be percent-encoded in segment "{id}é"`},
	{"/{id}.%zz", `% without two hexadecimal digits in segment "{id}.%zz"`},
	{"/{id}.%FF", `the text in segment "{id}.%FF" is not UTF-8`},
	{"/{id}.{id}", `two parameters are named "id"`},
	{"/{a...}/x/{b...}", "segment {b...} is the second that takes several segments"},
	{"/{rest...}.json", "segment {rest...}.json: a parameter of several segments cannot have text beside it"},
	{"/v{rest...}", "segment v{rest...}: a parameter of several segments cannot have text beside it"},
	{"/{...}", "segment {...}: a parameter matches exactly one segment, or several: {path...}"},
	{"/{}", "segment {} has no parameter name"},
	{"/{rest*}", "segment {rest*}: a parameter matches exactly one segment, or several: {path...}"},
	{"/a/{$}", "segment {$}: a parameter matches exactly one segment, or several: {path...}"},
	{"/{id:[0-9]+}", "segment {id:[0-9]+}: the property has the rules, such as Pattern or Min; write {id}"},
	{"/{:id}", `parameter name ":id" must start with a letter or _ and hold only letters, digits, _, . and -`},
	{"/books/:id", `segment ":id" is not a parameter; write {id}, or %3A in place of the colon for a text`},
	{"/books/<id>", `segment "<id>" is not a parameter; write {id}`},
	{"/books/[id]", `segment "[id]" is not a parameter; write {id}`},
	{"/files/*", `segment "*" is not a parameter; write {path...} for several segments, or %2A in place of the asterisk for a text`},
	{"/files/*path", `segment "*path" is not a parameter; write {path...} for several segments, or %2A in place of the asterisk for a text`},
	{"/{9lives}", `parameter name "9lives" must start with a letter or _ and hold only letters, digits, _, . and -`},
	{"/{größe}", `parameter name "größe" must start with a letter or _ and hold only letters, digits, _, . and -`},
	{"/{id}/x/{id}", `two parameters are named "id"`},
	{"/a b", `' ' must be percent-encoded in segment "a b"`},
	{"/a?b", "a path has no query; declare parameters with Query, or write %3F for a text"},
	{"/a#b", `'#' must be percent-encoded in segment "a#b"`},
	{"/café", `'é' must be percent-encoded in segment "café"`},
	{"/a\x00", `'\x00' must be percent-encoded in segment "a\x00"`},
	{"/a\\b", `'\\' must be percent-encoded in segment "a\\b"`},
	{"/100%", `% without two hexadecimal digits in segment "100%"`},
	{"/a%zzb", `% without two hexadecimal digits in segment "a%zzb"`},
	{"/a/./b", `segment "." is removed from a path by clients`},
	{"/a/%2E.", `segment "%2E." is removed from a path by clients`},
	{strings.Repeat("/a", match.MaxSegments+1), "has 33 segments, more than 32"},
}

func TestParseNamesTheFault(t *testing.T) {
	for _, tt := range malformed {
		_, err := match.Parse(tt.text)
		if err == nil {
			t.Errorf("Parse(%q) succeeded, want %q", tt.text, tt.fault)
		} else if err.Error() != tt.fault {
			t.Errorf("Parse(%q): %v, want %q", tt.text, err, tt.fault)
		}
	}
}

func TestParamsReturnsACopy(t *testing.T) {
	tpl := parse(t, "/{a}/{b}")
	tpl.Params()[0] = "c"
	if got := tpl.Params(); got[0] != "a" {
		t.Errorf("Params() = %q after a change to an earlier result", got)
	}
}

func TestValuesAreTheRawSegmentsOfTheEnd(t *testing.T) {
	tests := []struct {
		template, path string
		want           []string
	}{
		{"/products", "/products", nil},
		{"/products/{id}", "/products/7", []string{"7"}},
		{"/products/{id}", "/v1/shop/products/7", []string{"7"}},
		{"/products/{id}/", "/v1/products/7/", []string{"7"}},
		{"/products/{id}", "/products/a%2Fb%zz", []string{"a%2Fb%zz"}},
		{"/{a}/x/{b}/{c}", "/api/1/x/2/3", []string{"1", "2", "3"}},
		{"/{a}/x/{b}/archive", "/1/x/2/archive", []string{"1", "2"}},
		{"/{a}.json", "/v1/7.json", []string{"7"}},
		{"/{name}.{ext}", "/archive.tar.gz", []string{"archive.tar", "gz"}},
		{"/{base}...{head}", "/a%2Fb...c", []string{"a%2Fb", "c"}},
		{"/{base}...{head}", "/a....b", []string{"a.", "b"}},
		{"/{id}:archive/x/{b}", "/7%3Aarchive/x/8", []string{"7", "8"}},
		{"/files/{path...}", "/files/a/b%2Fc", []string{"a/b%2Fc"}},
		{"/files/{path...}", "/v1/files/a", []string{""}}, // the prefix is in the way
		{"/v2/{name...}/blobs/{digest}", "/v2/a/blobs/b%2Fc/blobs/d", []string{"a/blobs/b%2Fc", "d"}},
		{"/{a}.json", "/7.xml", []string{""}},
		// A path that the template does not match is an error of the caller, but not a panic.
		{"/{a}/{b}/{c}", "/2/3", []string{"", "2", "3"}},
		{"/{a}/{b}", "3", []string{"", "3"}},
		{"/{a}/{b}", "", []string{"", ""}},
		{"/{a}", "/", []string{""}},
	}
	for _, tt := range tests {
		tpl := parse(t, tt.template)
		if got := tpl.Values(nil, match.Escaped(tt.path)); !slices.Equal(got, tt.want) {
			t.Errorf("Values of %s in %q = %q, want %q", tt.template, tt.path, got, tt.want)
		}
		got := tpl.Values([]string{"kept", "dirty", "dirty", "dirty"}[:1], match.Escaped(tt.path))
		if want := append([]string{"kept"}, tt.want...); !slices.Equal(got, want) {
			t.Errorf("Values of %s in %q appended = %q, want %q", tt.template, tt.path, got, want)
		}
	}
}

func TestValuesDoesNotAllocate(t *testing.T) {
	tpl := parse(t, "/shops/{shop}/products/{id}/archive")
	var buf [2]string
	n := allocs.Least(func() {
		if v := tpl.Values(buf[:0], match.Escaped("/v1/shops/s-1/products/p%2F7/archive")); v[1] != "p%2F7" {
			t.Fatalf("Values = %q", v)
		}
	})
	if n != 0 {
		t.Errorf("%d allocations", n)
	}
}

func parse(t testing.TB, s string) match.Template {
	t.Helper()
	tpl, err := match.Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return tpl
}
