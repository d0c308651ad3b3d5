package accept_test

import (
	"testing"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/allocs"
)

var mediaTypes = []struct {
	contentType string
	essence     string // "" is not well formed
}{
	{"application/json", "application/json"},
	{"Application/JSON", "application/json"},
	{" application/json\t", "application/json"},
	{"application/merge-patch+json", "application/merge-patch+json"},
	{"application/vnd.api+json; ext=\"a b\"", "application/vnd.api+json"},
	// RFC 9110 §8.3.1: these are equivalent.
	{"text/html;charset=utf-8", "text/html"},
	{"Text/HTML;Charset=\"utf-8\"", "text/html"},
	{"text/html; charset=\"utf-8\"", "text/html"},
	{"text/html;charset=UTF-8", "text/html"},
	// §5.6.6 allows semicolons with nothing between them.
	{"text/html;", "text/html"},
	{"text/html ; ;; charset=utf-8 ; ", "text/html"},
	{`a/b;c="";d="\"\\;,"`, "a/b"},
	{"a/b;c=\"\xff\t\"", "a/b"},
	{"a!#$&-^_.+/9", "a!#$&-^_.+/9"},

	{"", ""},
	{"json", ""},
	{"/", ""},
	{"application/", ""},
	{"/json", ""},
	{"application /json", ""},
	{"application/ json", ""},
	{"application/json/x", ""},
	{"*/*", ""},
	{"application/*", ""},
	{"application/json, text/html", ""},
	{"application/json,", ""},
	{"application/json; charset=utf-8, text/html", ""},
	{"application/json;,", ""},
	{"application/json charset=utf-8", ""},
	{"application/json;charset", ""},
	{"application/json;charset=", ""},
	{"application/json;=utf-8", ""},
	{"application/json;charset =utf-8", ""},
	{"application/json;charset= utf-8", ""},
	{"application/json;charset=utf-8 x", ""},
	{`application/json;charset="utf-8`, ""},
	{`application/json;charset="utf-8\`, ""},
	{`application/json;charset="utf-8"x`, ""},
	{`application/json;charset=utf"-8"`, ""},
	{"application/json;charset=\"utf\n8\"", ""},
	{"application/json;charset=\"utf\\\x008\"", ""},
	{"application/json\x00", ""},
	{"application/jsön", ""},
}

func TestMediaTypeIsTheEssenceInLowerCase(t *testing.T) {
	for _, tt := range mediaTypes {
		essence, ok := accept.MediaType(tt.contentType)
		if essence != tt.essence || ok != (tt.essence != "") {
			t.Errorf("MediaType(%q) = %q, %v; want %q", tt.contentType, essence, ok, tt.essence)
		}
	}
}

func TestParamReadsOneParameter(t *testing.T) {
	tests := []struct {
		contentType, name string
		value             string
		ok                bool
	}{
		{"text/html;charset=utf-8", "charset", "utf-8", true},
		{"Text/HTML;CHARSET=\"UTF-8\"", "charset", "UTF-8", true},
		{"text/html;charset=utf-8", "CharSet", "utf-8", true},
		{"text/html; a=1; charset=utf-8 ;b=2", "charset", "utf-8", true},
		{`multipart/form-data; boundary="a, b;c=\"d\\"`, "boundary", `a, b;c="d\`, true},
		{`multipart/form-data; boundary="a;name=x"; name=y`, "name", "y", true},
		{`a/b;c=""`, "c", "", true},

		{"text/html", "charset", "", false},
		{"text/html;charsets=utf-8", "charset", "", false},
		{`text/html;a="charset=utf-8"`, "charset", "", false},
		{"text/html;charset=utf-8;charset=latin1", "charset", "", false},
		{"text/html;charset=utf-8;charset=utf-8;charset=utf-8", "charset", "", false},
		{"text/html;charset=utf-8;broken", "charset", "", false},
		{"text/html;charset=utf-8, text/csv", "charset", "", false},
		{"html;charset=utf-8", "charset", "", false},
		{"text/*;charset=utf-8", "charset", "", false},
		{";charset=utf-8", "charset", "", false},
		{"", "charset", "", false},
		{"text/html;charset=utf-8", "", "", false},
	}
	for _, tt := range tests {
		value, ok := accept.Param(tt.contentType, tt.name)
		if value != tt.value || ok != tt.ok {
			t.Errorf("Param(%q, %q) = %q, %v; want %q, %v", tt.contentType, tt.name, value, ok, tt.value, tt.ok)
		}
	}
}

func TestIsJSONKnowsTheSuffix(t *testing.T) {
	tests := []struct {
		essence string
		want    bool
	}{
		{"application/json", true},
		{"application/merge-patch+json", true},
		{"application/vnd.api+json", true},
		{"application/+json", false},
		{"application/json-seq", false},
		{"application/jsonl", false},
		{"application/x-json", false},
		{"application/json+xml", false},
		{"application/vnd.json", false},
		{"text/json", false},
		{"image/x+json", false},
		{"json", false},
		{"", false},
	}
	for _, tt := range tests {
		if got := accept.IsJSON(tt.essence); got != tt.want {
			t.Errorf("IsJSON(%q) = %v", tt.essence, got)
		}
	}
}

func TestReadingAContentTypeDoesNotAllocate(t *testing.T) {
	for _, contentType := range []string{
		"", "application/json", "application/json; charset=utf-8", "application/merge-patch+json",
		`multipart/form-data; boundary="----WebKitFormBoundary7MA4YWxkTrZu0gW"`, "application/json;;",
	} {
		n := allocs.Least(func() {
			essence, _ := accept.MediaType(contentType)
			_ = accept.IsJSON(essence)
			accept.Param(contentType, "charset")
		})
		if n != 0 {
			t.Errorf("%q: %d allocations", contentType, n)
		}
	}
}
