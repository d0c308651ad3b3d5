package locale_test

import (
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// sendIn sends a request such as "GET /x" with a header Accept-Language for each of languages.
func sendIn(t *testing.T, app http.Handler, request, body string, languages ...string) kit.Response {
	t.Helper()
	method, target, _ := strings.Cut(request, " ")
	return kit.Send(t, app, method, target, body, kit.Values("Accept-Language", languages...)...)
}

func TestTheClientChoosesTheLanguage(t *testing.T) {
	app := kit.Build(t, tenon.New("L", "1").Add(route.Health("/health")).Locales(l10n.Builtin().Only("en", "de", "zh-Hant", "ja")))
	for _, test := range []struct {
		header []string
		want   string
	}{
		{nil, "en"},
		{[]string{""}, "en"},
		{[]string{"de"}, "de"},
		{[]string{"DE"}, "de"},
		{[]string{"de-AT-1996, en;q=0.5"}, "de"},
		{[]string{"en;q=0.5, de;q=0.7, ja;q=0.6"}, "de"},
		{[]string{"en;q=0.5", "ja"}, "ja"},
		{[]string{"fr, ja;q=0.1"}, "ja"},
		{[]string{"fr"}, "en"},
		{[]string{"*"}, "en"},
		{[]string{"*, de;q=0.1"}, "de"},
		{[]string{"en;q=0"}, "de"},
		{[]string{"en;q=0, de;q=0.000, *"}, "zh-Hant"},
		{[]string{"*;q=0, ja;q=0.1"}, "ja"},
		{[]string{"*;q=0"}, "en"},
		{[]string{"zh-TW"}, "zh-Hant"},
		{[]string{"de;q=2, ja;q=0.1"}, "ja"},
		{[]string{"de;;, \xff"}, "en"},
	} {
		w := sendIn(t, app, "GET /nothing", "", test.header...)
		titles := map[string]string{"en": "Not Found", "de": "Nicht gefunden", "zh-Hant": "找不到", "ja": "見つかりません"}
		if got := w.Header["Content-Language"]; len(got) != 1 || got[0] != test.want || !strings.HasPrefix(w.Body, `{"title":"`+titles[test.want]+`","status":404,`) {
			t.Errorf("%q gets %q: %s", test.header, got, w.Body)
		}
	}
}

// The application of these tests.
var (
	vanished     = render.NewProblem(410, "gone", "It is gone.")
	untranslated = render.NewProblem(409, "untold", "It is not translated.").Type("https://example.com/untold")
	occupied     = render.NewProblem(409, "taken", "It is taken.").Detail("By somebody.")
	evenSum      = prop.Int("sum").Rule("even", "must be a multiple of {of}", func(n int) bool { return n%2 == 0 }, prop.NumberParam("of", 2))
	sku          = prop.String("sku").Pattern("^[A-Z]+$")
	skus         = prop.Array(prop.String("skus").Pattern("^[A-Z]+$")).Optional()
	slashed      = prop.String("a/b~c d").MinLen(2).Optional()
	ordering     = collection.New("Ordering", sku, skus, evenSum, slashed,
		prop.Array(prop.Object(collection.New("Line", sku))).As("lines").Optional(),
		prop.Map(prop.String("labels").MaxLen(2)).Optional())
)

func german() l10n.Catalog {
	return l10n.Builtin().Only("en", "de", "ja").
		Add("de", l10n.Texts{"even": l10n.Message("muss ein Vielfaches von {of} sein (eigen)"), "sku_taken": l10n.Message("ist vergeben")}).
		Override("de", "sku", "pattern", l10n.Message("muss aus Großbuchstaben bestehen")).
		Override("de", "skus", "pattern", l10n.Message("dürfen nur aus Großbuchstaben bestehen")).
		Override("de", "a/b~c d", "min_length", l10n.Message("ist zu kurz")).
		Override("de", "X-Count", "type", l10n.Message("ist keine Anzahl")).
		Override("de", "ids", "max", l10n.Message("gibt es nicht")).
		Problem("de", "gone", "Es ist weg.").
		Problem("de", "taken", "Es ist vergeben.", "An jemand anderen.")
}

// addRoutes adds routes that return each kind of problem.
func addRoutes(api tenon.API) tenon.API {
	fails := func(path string, err error) route.Member {
		return route.Get(path, kit.Seen.View()).Fails(vanished, untranslated, occupied, render.NotFound, render.Conflict).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw("x"), err })
	}
	return api.Logger(new(kit.Log).Logger()).Limits(route.Limits{Body: 300, Depth: 5}).Add(
		fails("/fine", nil),
		fails("/gone", vanished),
		fails("/gone/detail", vanished.Detail("Since Monday.")),
		fails("/untold", untranslated),
		fails("/taken", occupied),
		fails("/missing", render.NotFound),
		fails("/conflict", render.Conflict.Detail("With the other one.")),
		fails("/wrapped", fmt.Errorf("it broke: %w", vanished)),
		fails("/failed", kit.ErrStore),
		fails("/checked", render.Invalid(prop.Violations{
			{Code: "sku_taken", Detail: "is taken", Pointer: "#/sku"},
			{Code: "no_such", Detail: "is nothing", Pointer: "#/sku"},
			{Code: "min", Detail: "must be plenty", Pointer: "#/n", Params: []prop.Param{prop.NumberParam("min", 1500)}},
			{Code: "min", Detail: "must be plenty", Pointer: "#/n"},
		})),
		route.Get("/panic", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { kit.Panic("x"); return kit.Saw(), nil }),
		route.Get("/thrown", kit.Seen.View()).Use(func(http.Handler) http.Handler {
			return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { kit.Panic("x") })
		}).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }),
		route.Get("/closed", kit.Seen.View()).Use(func(http.Handler) http.Handler { return vanished }).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }),
		route.Get("/inputs", kit.Seen.View()).
			Query(prop.Array(prop.Int("ids").Max(9)).MaxItems(3).Optional(), prop.Int("n").Min(1).Optional()).
			Header(prop.Int("X-Count").Optional()).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }),
		route.Get("/file", route.Download("text/plain")).
			Handle(func(*route.Call) (route.File, error) { return route.FileOf([]byte("abc")), nil }),
		route.Post("/orders", ordering.Create(), kit.Seen.View()).
			Handle(func(*route.Call, collection.Record) (collection.Record, error) { return kit.Saw(), nil }),
	)
}

// Problems of handlers, of middleware and of the library.
func TestEveryProblemIsTranslated(t *testing.T) {
	app := kit.Build(t, addRoutes(tenon.New("L", "1")).Locales(german()))
	const jsonAt = `{"title":"Ungültige Anfrage","status":400,"detail":"Der Inhalt ist fehlerhaftes JSON bei Byte `
	const invalid = `{"title":"Inhalt nicht verarbeitbar","status":422,"detail":"Die Anfrage ist ungültig; siehe errors.","code":"invalid_request","errors":[`
	const internal = `{"title":"Interner Serverfehler","status":500,"detail":"Der Server konnte die Anfrage nicht beantworten.","code":"internal_error"}`
	for _, test := range []struct{ request, header, body, want string }{
		{"GET /nothing", "", "", `{"title":"Nicht gefunden","status":404,"detail":"Unter diesem Pfad gibt es nichts.","code":"not_found"}`},
		{"PUT /gone", "", "", `{"title":"Methode nicht erlaubt","status":405,"detail":"Die Methode ist unter diesem Pfad nicht erlaubt.","code":"method_not_allowed"}`},
		{"GET /fine", "Accept: image/png", "", `{"title":"Nicht akzeptabel","status":406,"detail":"Keiner der akzeptierten Medientypen kann erzeugt werden.","code":"not_acceptable"}`},
		{"POST /orders", "", strings.Repeat(" ", 301), `{"title":"Inhalt zu groß","status":413,"detail":"Der Inhalt der Anfrage ist zu groß.","code":"content_too_large"}`},
		{"GET /fine?" + strings.Repeat("x", 9000), "", "", `{"title":"URI zu lang","status":414,"detail":"Der Query-Teil der Anfrage ist zu lang.","code":"uri_too_long"}`},
		{"POST /orders", "Content-Type: text/plain", "{}", `{"title":"Medientyp nicht unterstützt","status":415,"detail":"Der Medientyp des Inhalts wird nicht unterstützt; möglich sind application/json.","code":"unsupported_media_type"}`},
		{"POST /orders", "Content-Encoding: gzip", "{}", `{"title":"Medientyp nicht unterstützt","status":415,"detail":"Die Kodierung des Inhalts wird nicht unterstützt; der Inhalt muss unkodiert gesendet werden.","code":"unsupported_media_type"}`},
		{"GET /file", "Range: bytes=9-", "", `{"title":"Bereich nicht erfüllbar","status":416,"detail":"Die Datei hat keine Bytes im angeforderten Bereich.","code":"range_not_satisfiable"}`},
		{"GET /fine", "X-Long: " + strings.Repeat("x", 9000), "", `{"title":"Kopfzeilen der Anfrage zu groß","status":431,"detail":"Eine Kopfzeile der Anfrage ist zu groß.","code":"header_too_large"}`},
		{"POST /orders", "", "{]", jsonAt + `1: Syntaxfehler.","code":"malformed_request"}`},
		{"POST /orders", "", " ", jsonAt + `1: kein Wert.","code":"malformed_request"}`},
		{"POST /orders", "", `{"sku":`, jsonAt + `7: unerwartetes Ende.","code":"malformed_request"}`},
		{"POST /orders", "", `{"sku":1,"sku":1}`, jsonAt + `9: doppelter Name in einem Objekt.","code":"malformed_request"}`},
		{"POST /orders", "", `[[[[[[]]]]]]`, jsonAt + `5: zu tief verschachtelt.","code":"malformed_request"}`},
		{"POST /orders", "", `{} {}`, jsonAt + `3: Daten nach dem Wert.","code":"malformed_request"}`},
		{"POST /orders", "Content-Type: application/json", "", `{"title":"Ungültige Anfrage","status":400,"detail":"Die Anfrage hat keinen Inhalt; erwartet wird JSON.","code":"malformed_request"}`},
		{"GET /inputs?a;b", "", "", `{"title":"Ungültige Anfrage","status":400,"detail":"Der Query-Teil enthält ein Semikolon; Parameter werden mit & getrennt.","code":"malformed_request"}`},
		{"GET /inputs?ids=1&ids=10&ids=x&n=0&z=1", "X-Count: many", "", invalid +
			`{"code":"unknown","detail":"ist hier nicht bekannt","in":"query","parameter":"z"},` +
			`{"code":"max","detail":"gibt es nicht","in":"query","parameter":"ids","pointer":"#/1","params":{"max":9}},` +
			`{"code":"type","detail":"muss eine ganze Zahl sein","in":"query","parameter":"ids","pointer":"#/2","params":{"expected":"integer"}},` +
			`{"code":"min","detail":"muss mindestens 1 sein","in":"query","parameter":"n","params":{"min":1}},` +
			`{"code":"type","detail":"ist keine Anzahl","in":"header","parameter":"X-Count","params":{"expected":"integer"}}]}`},
		{"POST /orders", "", `{"sku":"a","skus":["A","b"],"sum":3,"a/b~c d":"x","lines":[{"sku":"c"}],"labels":{"k":"long"}}`, invalid +
			`{"code":"pattern","detail":"muss aus Großbuchstaben bestehen","pointer":"#/sku","params":{"pattern":"^[A-Z]+$"}},` +
			`{"code":"pattern","detail":"dürfen nur aus Großbuchstaben bestehen","pointer":"#/skus/1","params":{"pattern":"^[A-Z]+$"}},` +
			`{"code":"even","detail":"muss ein Vielfaches von 2 sein (eigen)","pointer":"#/sum","params":{"of":2}},` +
			`{"code":"min_length","detail":"ist zu kurz","pointer":"#/a~1b~0c%20d","params":{"min":2}},` +
			`{"code":"pattern","detail":"muss aus Großbuchstaben bestehen","pointer":"#/lines/0/sku","params":{"pattern":"^[A-Z]+$"}},` +
			`{"code":"max_length","detail":"darf höchstens 2 Zeichen haben","pointer":"#/labels/k","params":{"max":2}}]}`},
		{"GET /gone", "", "", `{"title":"Es ist weg.","status":410,"code":"gone"}`},
		{"GET /gone/detail", "", "", `{"title":"Es ist weg.","status":410,"detail":"Since Monday.","code":"gone"}`},
		{"GET /wrapped", "", "", `{"title":"Es ist weg.","status":410,"code":"gone"}`},
		{"GET /closed", "", "", `{"title":"Es ist weg.","status":410,"code":"gone"}`},
		{"GET /untold", "", "", `{"type":"https://example.com/untold","title":"It is not translated.","status":409,"code":"untold"}`},
		{"GET /taken", "", "", `{"title":"Es ist vergeben.","status":409,"detail":"An jemand anderen.","code":"taken"}`},
		{"GET /missing", "", "", `{"title":"Diese Entität gibt es nicht.","status":404,"code":"no_such_entity"}`},
		{"GET /conflict", "", "", `{"title":"Die Entität steht im Konflikt mit einer anderen.","status":409,"detail":"With the other one.","code":"conflict"}`},
		{"GET /failed", "", "", internal},
		{"GET /panic", "", "", internal},
		{"GET /thrown", "", "", internal},
		{"GET /checked", "", "", invalid +
			`{"code":"sku_taken","detail":"ist vergeben","pointer":"#/sku"},` +
			`{"code":"no_such","detail":"is nothing","pointer":"#/sku"},` +
			`{"code":"min","detail":"muss mindestens 1.500 sein","pointer":"#/n","params":{"min":1500}},` +
			`{"code":"min","detail":"must be plenty","pointer":"#/n"}]}`},
		{"HEAD /nothing", "", "", ""},
	} {
		method, target, _ := strings.Cut(test.request, " ")
		header := []string{"Accept-Language: de-DE, en;q=0.5"}
		if test.header != "" {
			header = append(header, test.header)
		}
		w := kit.Send(t, app, method, target, test.body, header...)
		if w.Body != test.want {
			t.Errorf("%.60s %.40s\n got %s\nwant %s", test.request, test.header, w.Body, test.want)
		}
		if h := w.Header; h.Get("Content-Language") != "de" || !slices.Contains(h["Vary"], "Accept-Language") || h.Get("Content-Type") != render.ContentType {
			t.Errorf("%.60s: %v", test.request, h)
		}
		if test.request == "PUT /gone" && w.Header.Get("Allow") == "" {
			t.Error("the 405 lost its Allow")
		}
	}
}

// Byte for byte.
func TestEnglishIsTheSameWithoutLocales(t *testing.T) {
	plain, translated := kit.Build(t, addRoutes(tenon.New("L", "1"))), kit.Build(t, addRoutes(tenon.New("L", "1")).Locales(german()))
	for _, test := range []struct{ request, body string }{
		{"GET /nothing", ""}, {"PUT /gone", ""}, {"GET /gone/detail", ""}, {"GET /taken", ""}, {"GET /missing", ""}, {"GET /conflict", ""},
		{"GET /checked", ""}, {"GET /panic", ""}, {"GET /inputs?ids=1&ids=10&ids=x&n=0&z=1", ""}, {"GET /inputs?a;b", ""}, {"GET /fine", ""},
		{"POST /orders", "{]"}, {"POST /orders", `{"sku":"a","skus":["A","b"],"sum":3,"a/b~c d":"x"}`}, {"POST /orders", `{"sku":"A","sum":4}`},
	} {
		want, got := sendIn(t, plain, test.request, test.body, "en"), sendIn(t, translated, test.request, test.body, "en")
		if got.Status != want.Status || got.Body != want.Body {
			t.Errorf("%s: %d %s, want %d %s", test.request, got.Status, got.Body, want.Status, want.Body)
		}
		if h := want.Header; h["Content-Language"] != nil || slices.Contains(kit.Varied(h), "Accept-Language") {
			t.Errorf("%s: without languages the header is %v", test.request, h)
		}
		if h := got.Header; got.Status >= 400 != (h["Content-Language"] != nil) || got.Status >= 400 != slices.Contains(kit.Varied(h), "Accept-Language") {
			t.Errorf("%s %d: the header is %v", test.request, got.Status, h)
		}
	}
}

// Vary keeps what middleware and content negotiation add.
func TestVaryKeepsOtherNames(t *testing.T) {
	for _, test := range []struct{ before, want []string }{
		{nil, []string{"Accept-Language"}},
		{[]string{"Origin"}, []string{"Origin", "Accept-Language"}},
		{[]string{"Origin, accept-language"}, []string{"Origin, accept-language"}},
		{[]string{"Origin", "Accept-Language"}, []string{"Origin", "Accept-Language"}},
		{[]string{"*"}, []string{"*"}},
		{[]string{"Accept-Language-Of-Mine"}, []string{"Accept-Language-Of-Mine", "Accept-Language"}},
	} {
		shared := append(make([]string, 0, 9), test.before...) // with room for more
		app := kit.Build(t, addRoutes(tenon.New("L", "1")).Locales(german()).Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if test.before != nil {
					w.Header()["Vary"] = shared
				}
				next.ServeHTTP(w, r)
			})
		}))
		if got := sendIn(t, app, "GET /nothing", "", "de").Header["Vary"]; !slices.Equal(got, test.want) {
			t.Errorf("Vary is %q, want %q", got, test.want)
		}
		fine := test.before // a success has no language, but depends on what is accepted
		if !slices.Equal(fine, []string{"*"}) {
			fine = append(slices.Clip(fine), "Accept")
		}
		if got := sendIn(t, app, "GET /fine", "", "de").Header["Vary"]; !slices.Equal(got, fine) {
			t.Errorf("Vary of a success is %q, want %q", got, fine)
		}
		if extra := shared[:cap(shared)][len(shared)]; extra != "" {
			t.Errorf("%q was written into somebody else's values", extra)
		}
	}
	app := kit.Build(t, addRoutes(tenon.New("L", "1")).Locales(german()))
	w := kit.Send(t, app, "GET", "/fine", "", "Accept: image/png")
	if got := w.Header["Vary"]; !slices.Equal(got, []string{"Accept", "Accept-Language"}) {
		t.Errorf("Vary of a 406 is %q", got)
	}
}

// The header counts that the request has when the problem is written.
func TestMiddlewareChoosesTheLanguage(t *testing.T) {
	app := kit.Build(t, addRoutes(tenon.New("L", "1")).Locales(german()).Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if lang := r.URL.Query().Get("lang"); lang != "" {
				r = r.Clone(r.Context())
				r.Header.Set("Accept-Language", lang)
			}
			next.ServeHTTP(w, r)
		})
	}))
	if got := sendIn(t, app, "GET /nothing?lang=ja", "", "de").Header.Get("Content-Language"); got != "ja" {
		t.Errorf("the language is %q", got)
	}
}

func TestProblemWritersGetTranslatedProblems(t *testing.T) {
	var title string
	app := kit.Build(t, addRoutes(tenon.New("L", "1")).Locales(german()).RequestIDs().ProblemWriter(func(w http.ResponseWriter, r *http.Request, p *render.Problem) {
		title = p.Fields().Title
		p.Extension("support", `"x"`).ServeHTTP(w, r)
	}))
	w := sendIn(t, app, "GET /inputs?ids=x&n=x", "", "de")
	const want = `{"code":"type","detail":"muss eine ganze Zahl sein","in":"query","parameter":"n","params":{"expected":"integer"}}],"support":"x"}`
	if title != "Inhalt nicht verarbeitbar" || !strings.HasSuffix(w.Body, want) || w.Header.Get("Content-Language") != "de" ||
		!slices.Equal(w.Header["Vary"], []string{"X-Count, Accept", "Accept-Language"}) {
		t.Errorf("%q %v %s", title, w.Header, w.Body)
	}
}

// The detail of a rule that is too long for a response says so in the language.
func TestALongRuleIsTranslated(t *testing.T) {
	app := kit.Build(t, tenon.New("L", "1").Locales(german()).Add(route.Get("/sizes", kit.Seen.View()).Query(kit.InSize).
		Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil })))
	w := sendIn(t, app, "GET /sizes?size=x", "", "de")
	if want := `"errors":[{"code":"one_of","detail":"verletzt eine Regel, die zu lang ist, um sie anzugeben","in":"query","parameter":"size"}]}`; !strings.HasSuffix(w.Body, want) {
		t.Errorf("%.500s", w.Body)
	}
}

func TestLocalesHaveFaults(t *testing.T) {
	api := tenon.New("L", "1").Add(route.Health("/health"))
	kit.CheckFaults(t,
		kit.Faulty(api.Locales(nil), `Locales(nil): use a catalog such as l10n.Builtin()`),
		kit.Faulty(api.Locales(l10n.Catalog{}), `Locales has no language; begin with l10n.Builtin()`),
		kit.Faulty(api.Locales(l10n.Builtin().Only("tlh")), `Only: the catalog has no language "tlh"`),
		kit.Faulty(api.Locales(l10n.Builtin().Add("de", l10n.Texts{"min": l10n.Message("{max}")})), `language "de": text "min": {max} is no argument of this rule, which has {min}`),
		kit.Faulty(api.Locales(l10n.Builtin().Add("de", l10n.Texts{"detail.json_syntax": l10n.Message("{byte}")})), `language "de": text "detail.json_syntax": {byte} is no argument of this rule, which has {offset}`),
	)
}

// For the race detector.
func TestLanguagesAreSharedBetweenRequests(t *testing.T) {
	app := kit.Build(t, addRoutes(tenon.New("L", "1")).Locales(german()))
	var all sync.WaitGroup
	for i := range 8 {
		tag := []string{"de", "ja", "en"}[i%3]
		all.Go(func() {
			for range 30 {
				w := sendIn(t, app, "POST /orders", `{"sku":"a","sum":3,"a/b~c d":"x"}`, tag)
				if got := w.Header.Get("Content-Language"); got != tag || w.Status != 422 {
					t.Errorf("%s: %d %s", tag, w.Status, got)
				}
			}
		})
	}
	all.Wait()
}

// An API with locales pays for the context of each request, and for the texts of problems.
func TestLocalesCostLittle(t *testing.T) {
	app := kit.Build(t, kit.GadgetAPI().CheckResponses(tenon.Never).Locales(l10n.Builtin()))
	for _, test := range []struct {
		name, target, tag string
		status            int
		bar               int
	}{
		{"200 with no inputs", "/lax", "de", 200, 14},
		{"404 in German", "/nothing", "de", 404, 14},
		{"404 in a language that there is not", "/nothing", "tlh", 404, 14},
	} {
		t.Run(test.name, func(t *testing.T) {
			kit.CheckAllocs(t, app, kit.Request(t, "GET", test.target, "", "Accept-Language: "+test.tag), test.status, test.bar)
		})
	}
}

// The texts are several hundred KiB.
func TestProgramsLinkLanguagesOnlyIfUsed(t *testing.T) {
	deps := func(pkg string) string {
		out, err := exec.Command("go", "list", "-deps", "--", pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		return "\n" + string(out)
	}
	for _, name := range []string{"\ngolang.org/x/text/", "\ngithub.com/tenon-go/tenon/l10n\n"} {
		if strings.Contains(deps("github.com/tenon-go/tenon"), name) {
			t.Errorf("package tenon links %s", strings.TrimSpace(name))
		}
		if !strings.Contains(deps("github.com/tenon-go/tenon/l10n"), name) {
			t.Errorf("package l10n does not link %s", strings.TrimSpace(name))
		}
	}
}
