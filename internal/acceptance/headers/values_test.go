package headers_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Any other location is an internal error, and is not sent.
func TestRedirectsHaveSafeLocations(t *testing.T) {
	var location route.Location
	logged := new(kit.Log)
	app := kit.Build(t, tenon.New("R", "1").Logger(logged.Logger()).
		Add(route.Get("/go", route.Redirect(303)).Handle(func(*route.Call) (route.Location, error) { return location, nil })))
	for _, good := range []string{
		"/orders/7", "/a?b=c#d", "orders", "../up", "?page=2", "#part", "/", "https://shop.example/x", "http://127.0.0.1:8080", "https://[::1]/",
		"com.example.app:/callback?code=1", "/redirect?to=//evil.example",
	} {
		location = route.Location(good)
		if w := kit.Send(t, app, "GET", "/go", ""); w.Status != 303 || w.Header.Get("Location") != good {
			t.Errorf("%q: %d %q", good, w.Status, w.Header["Location"])
		}
	}
	for _, bad := range []string{
		"", "javascript:alert(1)", "JavaScript:alert(1)", "javascript://x/%0aalert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "mailto:a@b.example",
		"//evil.example", "///evil.example", "//evil.example/\\", "\\\\evil.example", "/\\evil.example", "/a\r\nSet-Cookie: a=b", "/a\nb", "/a b", "/\x00", "/ü", " /a", "/a%",
		"https:evil.example", "https:///evil.example", "http://", "https://user@evil.example", "https://shop.example@evil.example", "ftp://evil.example",
	} {
		location = route.Location(bad)
		w := kit.Send(t, app, "GET", "/go", "")
		if w.Status != 500 || w.Header["Location"] != nil || strings.Contains(w.Body, "evil") {
			t.Errorf("%q: %d %q %s", bad, w.Status, w.Header["Location"], w.Body)
		}
		logged.Has(t, "redirects to a location that")
	}
}

// A value with control characters is an internal error; net/http would send spaces instead.
func TestHeadersHaveNoControlCharacters(t *testing.T) {
	trace := prop.String("X-Trace")
	var text string
	app := kit.Build(t, tenon.New("R", "1").Logger(new(kit.Log).Logger()).Add(route.Get("/x", kit.SubjectText).ResponseHeader(trace).Handle(func(c *route.Call) (string, error) {
		trace.Set(c, text)
		return "x", nil
	})))
	for _, tt := range []struct {
		text   string
		status int
	}{{"fine", 200}, {"a\tb", 200}, {"é", 200}, {"a\r\nSet-Cookie: a=b", 500}, {"a\nb", 500}, {"a\x00b", 500}, {"\x7f", 500}} {
		text = tt.text
		if w := kit.Send(t, app, "GET", "/x", ""); w.Status != tt.status || (w.Header["X-Trace"] != nil) != (tt.status == 200) {
			t.Errorf("%q: %d %q", tt.text, w.Status, w.Header["X-Trace"])
		}
	}
}

// Several lines are one list (RFC 9110 §5.3), also if the property is a single text.
func TestListHeadersMayHaveSeveralLines(t *testing.T) {
	languages, forwarded, own := prop.String("Accept-Language").Optional(), prop.String("x-forwarded-for").Optional(), prop.String("X-Own").Optional()
	prefer := prop.Array(prop.String("p")).As("Prefer").Optional()
	app := kit.Build(t, tenon.New("R", "1").Add(route.Get("/x", kit.SubjectText).Header(languages, forwarded, own, prefer).Handle(func(c *route.Call) (string, error) {
		l, _ := languages.Lookup(c)
		f, _ := forwarded.Lookup(c)
		p, _ := prefer.Lookup(c)
		return l + "|" + f + "|" + strings.Join(p, ";"), nil
	})))
	w := kit.Send(t, app, "GET", "/x", "", "Accept-Language: de", "Accept-Language:  en;q=0.5", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 192.0.2.2", "Prefer: a, b", "Prefer: c")
	if w.Status != 200 || w.Body != "de,  en;q=0.5|192.0.2.1, 192.0.2.2|a;b;c" {
		t.Errorf("%d %s", w.Status, w.Body)
	}
	if w := kit.Send(t, app, "GET", "/x", "", "X-Own: a", "X-Own: b"); w.Status != 422 || !strings.Contains(w.Body, `"code":"repeated"`) {
		t.Errorf("a field that is no list: %d %s", w.Status, w.Body)
	}
}
