package locale_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// problemTexts are the texts of a problem.
type problemTexts struct {
	Title, Detail string
	Errors        []struct {
		Code, Detail, In, Parameter, Pointer string
		Params                               json.RawMessage
	}
}

// textsOf sends a request and returns the texts of its problem.
func textsOf(t *testing.T, app http.Handler, method, target, mediaType, body, language string) (p problemTexts) {
	t.Helper()
	w := kit.Send(t, app, method, target, body, kit.Headers("Content-Type", mediaType, "Accept-Language", language)...)
	if w.Status < 400 {
		return p
	}
	if err := json.Unmarshal([]byte(w.Body), &p); err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	return p
}

// violating has values that violate rules, as JSON or as the text of a parameter.
var violating = []string{
	`null`, `true`, `""`, `"x"`, `"ABCDEFGHIJKLMNOPQRSTUVWXYZ"`, `-1`, `0`, `0.123`, `1.5`, `7`, `1e30`, `1e-400`, `12345678901234567890.5`,
	`99999999999999999999999`, `[]`, `["a","a"]`, `[1,1]`, `["a","b","c","d","e","f"]`, `{}`, `{"a":1,"b":2,"c":3,"d":4}`, `{"this":1,"that":2}`,
	`{"kind":"none"}`, `{"kind":"card","number":"x"}`, `"0.001"`, `"-5"`, `"eA=="`, `"aGVsbG8gd29ybGQh"`, `"1"`, `"\ud83d\ude00"`, `{"zz":1}`, `["",5]`,
}

// requestsOf sends requests that violate the rules of an operation.
func requestsOf(op *tree.Operation, send func(target, mediaType, body string)) {
	path := strings.NewReplacer("{id}", "123e4567-e89b-12d3-a456-426614174000", "{slug}", "a").Replace(op.Path)
	send(path+"?zz=1", "", "")
	for _, in := range op.Inputs {
		for _, text := range violating {
			if in.In == tree.InQuery {
				q := url.QueryEscape(in.Prop.Name)
				send(path+"?"+q+"="+url.QueryEscape(strings.Trim(text, `"`))+"&"+q+"=2", "", "")
				send(path+"?"+q+"="+url.QueryEscape(strings.Trim(text, `"`)), "", "")
			}
		}
	}
	if op.Body == nil || op.Body.Prop == nil {
		return
	}
	mediaType := op.Body.MediaTypes()[0]
	for _, text := range append(slices.Clone(violating), `{"int":`, `{]`, everything.Sample, everything.OddSample) {
		send(path, mediaType, text)
	}
	if o, ok := op.Body.Prop.Type.(tree.Object); ok {
		for _, m := range o.Of().Members {
			for _, text := range violating {
				send(path, mediaType, `{"`+m.Prop.Name+`":`+text+`}`)
			}
		}
		send(path, mediaType, strings.Replace(everything.OddSample, "{", `{"starts":9,"ends":1,"kind":"numbered",`, 1))
	}
}

// No violation of any rule has English words in it.
func TestEveryViolationIsTranslated(t *testing.T) {
	own := l10n.Texts{"even": l10n.Message("⟦{of}⟧"), "ordered": l10n.Message("⟦⟧"), "free": l10n.Message("⟦⟧")}
	languages := l10n.Builtin().Only("en", "de", "ja").Add("de", own).Add("ja", own)
	for _, p := range []string{"no_such_thing", "taken", "stale"} {
		languages = languages.Problem("de", p, "⟦⟧").Problem("ja", p, "⟦⟧")
	}
	if missing := languages.Missing(); len(missing) > 0 {
		t.Fatal(missing)
	}
	app := kit.Build(t, everything.API().Locales(languages).Logger(new(kit.Log).Logger()))
	plain := kit.Build(t, everything.API().Logger(new(kit.Log).Logger()))
	codes := map[string]bool{}
	for _, op := range probe.Tree(app).Operations {
		if op.Method == "HEAD" {
			continue // its problems have no content
		}
		requestsOf(op, func(target, mediaType, body string) {
			want := textsOf(t, plain, op.Method, target, mediaType, body, "de")
			english := textsOf(t, app, op.Method, target, mediaType, body, "en")
			if got, _ := json.Marshal(english); string(got) != marshalled(want) {
				t.Fatalf("%s %s %s: %s, want %s", op.Method, target, body, got, marshalled(want))
			}
			for _, tag := range []string{"de", "ja"} {
				got := textsOf(t, app, op.Method, target, mediaType, body, tag)
				if len(got.Errors) != len(english.Errors) || got.Title == english.Title && got.Title != "" || got.Detail == english.Detail && got.Detail != "" {
					t.Fatalf("%s %s %s: %s", op.Method, target, body, marshalled(got))
				}
				for i, v := range got.Errors {
					e := english.Errors[i]
					codes[v.Code] = true
					if v.Detail == e.Detail || v.Detail == "" || tag == "ja" && v.Detail == strings.Map(ascii, v.Detail) {
						t.Errorf("%s of %s %s %s in %s: %s", v.Code, op.Method, target, body, tag, v.Detail)
					}
					if v.Detail = e.Detail; marshalled(v) != marshalled(e) {
						t.Errorf("%s of %s %s %s in %s: %s, want %s", v.Code, op.Method, target, body, tag, marshalled(v), marshalled(e))
					}
				}
			}
		})
	}
	met := strings.Join(slices.Sorted(maps.Keys(codes)), " ")
	for _, code := range strings.Fields(`at_least_one even exactly_one exclusive_max exclusive_min format max max_bytes max_items
		max_length max_properties min min_bytes min_items min_length min_properties multiple_of no_case null one_of ordered
		pattern places precision read_only repeated required required_when type unique unknown`) {
		if !codes[code] {
			t.Errorf("nothing broke %s; met were %s", code, met)
		}
	}
}

func marshalled(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func ascii(r rune) rune {
	if r < 0x80 {
		return r
	}
	return -1
}

// Texts that the application does not translate stay in English.
func TestAnApplicationAddsALanguage(t *testing.T) {
	book := collection.New("Book", prop.String("title").MinLen(1), prop.Int("pages").Min(1))
	create := route.Post("/books", book.Create(), collection.NoContent()).
		Handle(func(*route.Call, collection.Record) (none collection.Empty, err error) { return none, nil })
	app := kit.Build(t, tenon.New("L", "1").Add(create).Locales(l10n.Builtin().Only("en").
		Add("cs", l10n.Texts{
			"title.invalid_request": l10n.Message("Nezpracovatelný obsah"),
			"min":                   l10n.Message("musí být alespoň {min}"),
			"detail.json_syntax":    l10n.Message("Chyba v JSON na bajtu {offset}."),
		})))
	for body, want := range map[string]string{
		`{"title":"","pages":0}`: `{"title":"Nezpracovatelný obsah","status":422,"detail":"The request is not valid; see errors.","code":"invalid_request","errors":[` +
			`{"code":"min_length","detail":"must have at least 1 character","pointer":"#/title","params":{"min":1}},` +
			`{"code":"min","detail":"musí být alespoň 1","pointer":"#/pages","params":{"min":1}}]}`,
		`{]`:      `{"title":"Bad Request","status":400,"detail":"Chyba v JSON na bajtu 1.","code":"malformed_request"}`,
		`{"a":1,`: `{"title":"Bad Request","status":400,"detail":"The content is malformed JSON at byte 7: unexpected end.","code":"malformed_request"}`,
	} {
		if w := sendIn(t, app, "POST /books", body, "cs-CZ"); w.Body != want || w.Header.Get("Content-Language") != "cs" {
			t.Errorf("%v %s\nwant %s", w.Header, w.Body, want)
		}
	}
}
