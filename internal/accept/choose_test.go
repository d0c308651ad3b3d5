package accept_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/pace"
)

const none = "none acceptable"

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

func choose(header, offers []string) string {
	offer, ok := accept.Choose(header, offers)
	if !ok {
		return strings.TrimSpace(none + " " + offer)
	}
	return offer
}

var negotiations = []struct {
	header string // lines are separated by \n
	offers string // separated by spaces
	want   string
}{
	// No preference.
	{"", "application/json text/csv", "application/json"},
	{" , ,", "application/json text/csv", "application/json"},
	{"*/*", "application/json text/csv", "application/json"},
	{"", "", none},
	{"*/*", "", none},

	// One range.
	{"application/json", "application/json", "application/json"},
	{"text/csv", "application/json text/csv", "text/csv"},
	{"TEXT/CSV", "application/json text/csv", "text/csv"},
	{"Application/JSON", "application/json", "application/json"},
	{"application/*", "text/csv application/json", "application/json"},
	{"text/html", "application/json", none},
	{"image/*", "application/json", none},
	{"app/*", "application/json", none},
	{"application/jso", "application/json", none},
	{"application/json5", "application/json", none},
	{"application/problem+json", "application/json", none},

	// RFC 9110 §12.5.1: "I prefer audio/basic, but send me any audio type if it is the best available
	// after an 80% markdown in quality".
	{"audio/*; q=0.2, audio/basic", "audio/mpeg audio/basic", "audio/basic"},
	{"audio/*; q=0.2, audio/basic", "audio/mpeg", "audio/mpeg"},
	// "text/html and text/x-c are the equally preferred media types, but if they do not exist, then send
	// the text/x-dvi representation, and if that does not exist, send the text/plain representation".
	{"text/plain; q=0.5, text/html,\n text/x-dvi; q=0.8, text/x-c", "text/plain text/x-dvi text/html", "text/html"},
	{"text/plain; q=0.5, text/html,\n text/x-dvi; q=0.8, text/x-c", "text/plain text/x-dvi text/x-c text/html", "text/x-c"},
	{"text/plain; q=0.5, text/html,\n text/x-dvi; q=0.8, text/x-c", "text/plain text/x-dvi", "text/x-dvi"},
	{"text/plain; q=0.5, text/html,\n text/x-dvi; q=0.8, text/x-c", "text/plain", "text/plain"},
	{"text/plain; q=0.5, text/html,\n text/x-dvi; q=0.8, text/x-c", "application/json", none},
	// The example of precedence, and the table of weights without its parameter.
	{"text/*, text/plain, text/plain;format=flowed, */*", "application/json text/html text/plain", "text/plain"},
	{"text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5", "text/html image/jpeg text/plain", "text/plain"},
	{"text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5", "text/html image/jpeg", "image/jpeg"},

	// Weights.
	{"application/json;q=0", "application/json", none},
	{"application/json;q=0.000, */*", "application/json", none},
	{"application/json;q=0, */*", "application/json text/csv", "text/csv"},
	{"*/*;q=0", "application/json", none},
	{"*/*;q=0, application/json;q=0.001", "text/csv application/json", "application/json"},
	{"application/*;q=0, */*;q=0.1", "application/json text/csv", "text/csv"},
	{"application/json;q=0.1, text/csv;q=0.2", "application/json text/csv", "text/csv"},
	{"application/json;q=0.123, text/csv;q=0.124", "application/json text/csv", "text/csv"},
	{"application/json;q=1.000, text/csv", "text/csv application/json", "text/csv"},
	{"application/json;q=1., text/csv;q=0.", "text/csv application/json", "application/json"},
	{"application/json;Q=0.1, text/csv;q=0.2", "application/json text/csv", "text/csv"},
	{"application/json;q=0.1, application/json;q=0.9, text/csv;q=0.5", "text/csv application/json", "application/json"},
	{"application/json;q=0.9, application/json;q=0.1, text/csv;q=0.5", "text/csv application/json", "application/json"},
	{"*/*;q=0.9, application/json;q=0.1", "application/json text/csv", "text/csv"},

	// Ties: the more specific range, then the order of the offers.
	{"*/*, text/csv", "application/json text/csv", "text/csv"},
	{"*/*, text/*", "application/json text/csv", "text/csv"},
	{"text/*, application/json", "text/csv application/json", "application/json"},
	{"text/csv, application/json", "application/json text/csv", "application/json"},
	{"text/csv;q=0.5, application/json;q=0.5", "application/json text/csv", "application/json"},

	// Parameters.
	{"application/json;charset=utf-8", "application/json", "application/json"},
	{"application/json; charset=UTF-8;q=0.5, text/csv;q=0.1", "text/csv application/json", "application/json"},
	{`application/json;Charset="utf-8"`, "application/json", "application/json"},
	{"application/json;charset=latin1", "application/json", none},
	{"application/json;version=1", "application/json", none},
	{"application/json;version=1;q=0, */*", "application/json", "application/json"},
	{"application/json;q=0.5;version=1", "application/json", none},
	{"application/json;version=1, text/csv;q=0.1", "application/json text/csv", "text/csv"},
	{`text/csv;title="a,b;q=0\", */*", application/json;q=0.2`, "text/csv application/json", "application/json"},
	{"application/json;", "application/json", "application/json"},
	{"application/json ; ; q=0.5 ;,text/csv;q=0.6", "application/json text/csv", "text/csv"},

	// Lines are one list.
	{"text/html\napplication/json", "application/json", "application/json"},
	{"text/csv;q=0.1\n\napplication/json;q=0.2", "text/csv application/json", "application/json"},
	{"*/*\n*/*;q=0", "application/json", "application/json"},

	// Malformed elements are ignored alone.
	{"json", "application/json", "application/json"},
	{"nonsense, text/html", "application/json", none},
	{"text/html, nonsense", "application/json", none},
	{"/, a/, /b, a/b/c, */json, a b/c, a/b c, *", "application/json text/csv", "application/json"},
	{"text/csv;q=2, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;q=1.001, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;q=0.1234, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;q=-1, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;q=1e0, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;q=, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;q=., application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;q, application/json;q=0.1", "text/csv application/json", "application/json"},
	{`text/csv;q="1", application/json;q=0.1`, "text/csv application/json", "application/json"},
	{"text/csv;q=1;q=1, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;=1, application/json;q=0.1", "text/csv application/json", "application/json"},
	{"text/csv;a= 1, application/json;q=0.1", "text/csv application/json", "application/json"},
	{`text/csv x="a, text/csv", application/json;q=0.1`, "text/csv application/json", "application/json"},
	{`application/json;q=0.1, text/csv;a="b, text/csv`, "text/csv application/json", "application/json"},
	{`text/csv;a="b, text/csv`, "application/json text/csv", "application/json"},
	{"text/csv;a=\"b\x01\", text/csv", "application/json text/csv", "application/json"},
	{`text/csv;a="b\`, "application/json text/csv", "application/json"},
	{"text/cs\u212a, application/json;q=0.1", "text/csk application/json", "application/json"}, // KELVIN SIGN folds to k

	// What clients send.
	{browser, "application/json", "application/json"},
	{browser, "application/json text/html", "text/html"},
	{"application/json, text/plain, */*", "text/csv application/json", "application/json"},
	{"text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "application/json", "application/json"}, // Java's HttpURLConnection
	{"application/vnd.oai.openapi+json;version=3.1, application/json;q=0.5", "application/json", "application/json"},
}

func TestChooseFollowsTheHeader(t *testing.T) {
	for _, tt := range negotiations {
		if got := choose(strings.Split(tt.header, "\n"), strings.Fields(tt.offers)); got != tt.want {
			t.Errorf("Accept: %s\nof %s: %s, want %s", tt.header, tt.offers, got, tt.want)
		}
	}
}

func TestWithoutHeaderTheFirstOfferIsChosen(t *testing.T) {
	if got := choose(nil, []string{"text/csv", "application/json"}); got != "text/csv" {
		t.Errorf("chose %s", got)
	}
}

func TestManyOffers(t *testing.T) {
	var offers []string
	for i := range 40 {
		offers = append(offers, fmt.Sprintf("application/v%d", i))
	}
	header := []string{"application/v3;q=0.3, application/v39;q=0.9, application/v8;q=0.8, application/*;q=0.1"}
	if got := choose(header, offers); got != "application/v39" {
		t.Errorf("chose %s", got)
	}
}

// A header line is at most 8 KiB by default. Time that grew with its square, or with that of its
// elements, would show as a factor of 64 where 8 is the share of the length.
func TestTimeIsLinearInTheHeader(t *testing.T) {
	offers := []string{"application/json", "text/csv"}
	for _, unit := range []string{",", "a/b,", "a,", "a/b;q=0.1,", `a/b;c=",",`, `"`, `"\`, `a/b;c="\",`, ";", "a/b;;;;", "a/b;x=1;", " "} {
		choose := func(size int) func() {
			header := []string{strings.Repeat(unit, size/len(unit))}
			return func() {
				for range 4 { // more than reading a clock takes
					accept.Choose(header, offers)
				}
			}
		}
		const bar = 32
		if n := pace.Ratio(bar, choose(128<<10), choose(16<<10)); n > bar {
			t.Errorf("%q: %.0f times as long for 128 KiB as for 16 KiB", unit, n)
		}
	}
}

func TestChooseDoesNotAllocate(t *testing.T) {
	offers := []string{"application/json", "text/csv"}
	for _, header := range [][]string{
		nil, {""}, {"*/*"}, {"application/json"}, {"text/csv"}, {browser},
		{"application/json, text/plain, */*"}, {"TEXT/CSV;charset=UTF-8;q=0.5", `nonsense;a="b\"c`},
	} {
		if n := allocs.Least(func() { accept.Choose(header, offers) }); n != 0 {
			t.Errorf("%q: %d allocations", header, n)
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	offers := []string{"application/json", "text/csv"}
	for _, bm := range []struct{ name, header string }{
		{"any", "*/*"}, {"json", "application/json"}, {"fetch", "application/json, text/plain, */*"}, {"browser", browser},
		{"commas-8KiB", strings.Repeat(",", 8<<10)}, {"ranges-8KiB", strings.Repeat("a/b,", 2<<10)},
	} {
		header := []string{bm.header}
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				accept.Choose(header, offers)
			}
		})
	}
}
