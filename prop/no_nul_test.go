package prop_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// TestNoNUL: what PostgreSQL cannot store is a violation wherever it stands, and
// what only looks like it is none.
func TestNoNUL(t *testing.T) {
	text := prop.String("text").NoNUL().Optional()
	own := prop.TextOf("own", same, itself).NoNUL().Optional()
	names := prop.Map(prop.String("names")).NoNUL().Optional()
	data := prop.Any("data").NoNUL().Optional()
	free := prop.String("free").Optional()
	texts := prop.Array(prop.String("texts").NoNUL()).Optional()
	docs := collection.New("Doc", text, own, names, data, free, texts)
	form := collection.New("Form", text, own, texts)
	app := tenon.New("Docs", "1").Add(
		route.Post("/docs", docs.Create(), collection.NoContent()).Handle(func(*route.Call, collection.Record) (collection.Empty, error) { return collection.Empty{}, nil }),
		route.Patch("/docs", docs.Update(), collection.NoContent()).Handle(func(*route.Call, collection.Patch[collection.Record]) (collection.Empty, error) {
			return collection.Empty{}, nil
		}),
		route.Post("/forms", route.Form(form.Create()), collection.NoContent()).Handle(func(*route.Call, collection.Record) (collection.Empty, error) {
			return collection.Empty{}, nil
		}),
		route.Get("/docs", collection.NoContent()).Query(text, own, texts).Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }),
		route.Post("/text", route.Text(text), collection.NoContent()).Handle(func(*route.Call, string) (collection.Empty, error) { return collection.Empty{}, nil }),
	).MustBuild()
	const form1, plain = "application/x-www-form-urlencoded", "text/plain"
	for _, test := range []struct {
		method, target, mediaType, body, where string // where: "" for none
	}{
		{"POST", "/docs", "", `{"text":"a\u0000"}`, `"pointer":"#/text"`},
		{"POST", "/docs", "", `{"text":"a\\u0000","own":"\\u0000","free":"\u0000"}`, ""},
		{"POST", "/docs", "", `{"own":"\u0000a"}`, `"pointer":"#/own"`},
		{"POST", "/docs", "", `{"texts":["a","\u0000"]}`, `"pointer":"#/texts/1"`},
		{"POST", "/docs", "", `{"names":{"a":"\u0000"}}`, ""},
		{"POST", "/docs", "", `{"names":{"a\u0000":"a"}}`, `"pointer":"#/names"`},
		{"POST", "/docs", "", `{"data":{"a":[{"b\u0000":1}]}}`, `"pointer":"#/data"`},
		{"POST", "/docs", "", `{"data":["\\","\\\u0000"]}`, `"pointer":"#/data"`},
		{"POST", "/docs", "", `{"data":["\\u0000","\\\\u0000","u0000",0.0000]}`, ""},
		{"PATCH", "/docs", "", `{"text":"\u0000"}`, `"pointer":"#/text"`},
		{"PATCH", "/docs", "", `{"names":{"a\u0000":"x"}}`, `"pointer":"#/names"`},
		{"PATCH", "/docs", "", `{"data":"\u0000"}`, `"pointer":"#/data"`},
		{"POST", "/forms", form1, "text=%00", `"pointer":"#/text"`},
		{"POST", "/forms", form1, "own=a%00", `"pointer":"#/own"`},
		{"POST", "/forms", form1, "texts=a&texts=%00", `"pointer":"#/texts/1"`},
		{"POST", "/text", plain, "a\x00", `"pointer":"#"`},
		{"GET", "/docs?text=%00", "", "", `"parameter":"text"`},
		{"GET", "/docs?own=%00", "", "", `"parameter":"own"`},
		{"GET", "/docs?texts=a,%00", "", "", `"parameter":"texts"`},
		{"GET", "/docs?text=%2500", "", "", ""},
	} {
		mediaType := test.mediaType
		if mediaType == "" {
			mediaType = "application/json"
		}
		r := httptest.NewRequest(test.method, test.target, strings.NewReader(test.body))
		if test.body != "" {
			r.Header.Set("Content-Type", mediaType)
		}
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		switch body := w.Body.String(); {
		case test.where == "" && w.Code != http.StatusNoContent:
			t.Errorf("%s %s %s: %d %s", test.method, test.target, test.body, w.Code, body)
		case test.where != "" && (w.Code != http.StatusUnprocessableEntity || !strings.Contains(body, test.where) ||
			!strings.Contains(body, `"code":"no_nul","detail":"must not contain the character U+0000"`)):
			t.Errorf("%s %s %s: %d %s", test.method, test.target, test.body, w.Code, body)
		}
	}
	for _, vs := range []prop.Violations{text.Check("\x00"), own.Check("\x00"), names.Check(map[string]string{"\x00": ""}), data.Check(`"\u0000"`)} {
		if len(vs) != 1 || vs[0].Code != "no_nul" {
			t.Errorf("a value of the program: %v", vs)
		}
	}
}

// keyed is a store that fails the test where a key reaches it that PostgreSQL cannot
// look up.
type keyed struct{ t *testing.T }

type keyedRow struct{ Parent, ID string }

func (s keyed) see(key string) (keyedRow, error) {
	if strings.Contains(key, "\x00") {
		s.t.Error("a key with U+0000 reaches the store")
	}
	return keyedRow{ID: key}, nil
}

func (s keyed) List(context.Context, paginate.Query) (paginate.Result[keyedRow], error) {
	return paginate.Result[keyedRow]{}, nil
}
func (s keyed) Create(_ context.Context, in keyedRow) (keyedRow, error) { return s.see(in.ID) }
func (s keyed) View(_ context.Context, key string) (keyedRow, error)    { return s.see(key) }
func (s keyed) Delete(_ context.Context, key string) (keyedRow, error)  { return s.see(key) }
func (s keyed) Update(_ context.Context, key string, _ collection.Patch[keyedRow]) (keyedRow, error) {
	return s.see(key)
}

func (s keyed) Replace(_ context.Context, key string, _ collection.Replacement[keyedRow]) (keyedRow, error) {
	return s.see(key)
}

// TestKeysOfResourcesHaveNoNUL: whether their properties say so or not.
func TestKeysOfResourcesHaveNoNUL(t *testing.T) {
	for kind, id := range map[string]interface {
		prop.Of[string]
		Is(string) prop.Arg
	}{"String": prop.String("id"), "TextOf": prop.TextOf("id", same, itself), "NoNUL": prop.String("id").NoNUL()} {
		parent := prop.String("parent")
		rows := collection.Of("Row", func(r *keyedRow) collection.Fields { return collection.Fields{id.At(&r.ID).Key()} })
		app := tenon.New("Rows", "1").Add(
			route.ResourceOf("/parents/{parent}/rows", rows, id, func(c *route.Call) keyed {
				s := keyed{t}
				_, _ = s.see(parent.Get(c))
				return s
			}).Path(parent),
		).MustBuild()
		for _, r := range []*http.Request{
			httptest.NewRequest("GET", "/parents/a/rows/%00", nil),
			httptest.NewRequest("DELETE", "/parents/a/rows/a%00b", nil),
			jsonRequest("PATCH", "/parents/a/rows/%00", `{"id":"a"}`),
			jsonRequest("PUT", "/parents/a/rows/%00", `{"id":"a"}`),
			jsonRequest("POST", "/parents/a/rows", `{"id":"\u0000"}`),
			httptest.NewRequest("GET", "/parents/%00/rows", nil),
			httptest.NewRequest("GET", "/parents/%00/rows/a", nil),
			jsonRequest("POST", "/parents/%00/rows", `{"id":"a"}`),
		} {
			w := httptest.NewRecorder()
			app.ServeHTTP(w, r)
			if w.Code != http.StatusUnprocessableEntity || strings.Count(w.Body.String(), `"code":"no_nul"`) != 1 {
				t.Errorf("%s: %s %s: %d %s", kind, r.Method, r.URL.Path, w.Code, w.Body)
			}
		}
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest("GET", "/parents/a/rows/b", nil))
		if w.Code != http.StatusOK {
			t.Errorf("%s: any other key: %d %s", kind, w.Code, w.Body)
		}
	}
}

func jsonRequest(method, target, body string) *http.Request {
	return withField(httptest.NewRequest(method, target, strings.NewReader(body)), "Content-Type", "application/json")
}
