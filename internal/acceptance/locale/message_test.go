package locale_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

type code string

// Every rule of the library can have a message of the application, in objects and in patches.
func TestRulesHaveMessages(t *testing.T) {
	const good = "must be good"
	said := map[string]bool{}
	for _, test := range []struct {
		p    prop.Prop
		json string
	}{
		{prop.Int("v").Min(2).Message(good), `1`},
		{prop.Int("v").Max(2).Message(good), `99999999999999999999`},
		{prop.Int32("v").ExclusiveMin(2).Message(good), `2`},
		{prop.Float64("v").ExclusiveMax(2).Message(good), `2`},
		{prop.Float64("v").Max(2).Message(good), `1e400`},
		{prop.Float64("v").MultipleOf(0.5).Message(good), `0.3`},
		{prop.Decimal("v").Min("0.5").Message(good), `"0.3"`},
		{prop.UnixTime("v").Min(time.Unix(9, 0)).Message(good), `1`},
		{prop.String("v").MinLen(2).Message(good), `""`},
		{prop.String("v").MaxLen(2).Message(good).MinLen(1), `"abc"`},
		{prop.String("v").Pattern("^a$").Message(good), `"b"`},
		{prop.StringOf[code]("v").Pattern("^a$").Message(good), `"b"`},
		{prop.String("v").NoNUL().Message(good), `"\u0000"`},
		{prop.Any("v").NoNUL().Message(good), `"\u0000"`},
		{prop.Map(prop.Int("v")).NoNUL().Message(good), `{"\u0000":1}`},
		{prop.Array(prop.Int("v")).MinItems(2).Message(good), `[1]`},
		{prop.Array(prop.Int("v")).MaxItems(1).Message(good), `[1,2]`},
		{prop.Array(prop.Int("v")).Unique().Message(good), `[1,1]`},
		{prop.Bytes("v").MinBytes(2).Message(good), `"AA=="`},
		{prop.Bytes("v").MaxBytes(1).Message(good), `"AAA="`},
		{prop.Map(prop.Int("v")).MinProperties(1).Message(good), `{}`},
		{prop.Map(prop.Int("v")).MaxProperties(1).Message(good), `{"a":1,"b":2}`},
		{prop.Array(prop.Int("v").Min(2).Message(good)), `[1]`},
		{prop.Map(prop.Int("v").Min(2).Message(good)), `{"a":1}`},
		{prop.Map(prop.Int("v")).PropertyNames(prop.String("n").MaxLen(1).Message(good)), `{"ab":1}`},
		{prop.Nullable(prop.Int("v").Min(2).Message(good)), `1`},
		{prop.Nullable(prop.Int("v").Min(2)).Message(good), `1`},
		{prop.Int("w").Min(2).Message(good).As("v").Optional(), `1`},
	} {
		for _, r := range property.NodeOf(test.p).Rules {
			said[r.Code()] = true
		}
		things := collection.New("Thing", test.p)
		body := []byte(`{"v":` + test.json + `}`)
		_, created := things.Create().Parse(body)
		change, updated := things.Update().Parse(body)
		if updated == nil { // a patch has rules on the result
			was := collection.NewRecord(things)
			updated = change.Apply(&was)
		}
		for _, err := range []error{created, updated} {
			if all, _ := errors.AsType[prop.Violations](err); len(all) != 1 || all[0].Detail != good {
				t.Errorf("%v: %s: %v", test.p, test.json, err)
			}
		}
	}
	for _, r := range tree.AllRules() {
		if r.Kind().Method != "" && !said[r.Code()] {
			t.Errorf("the rule %s is not tested", r.Code())
		}
	}
}

// A message stands in problems of every part of a request and of every format, with the arguments of the
// rule. A rule that is declared again has that of the library.
func TestMessagesInProblems(t *testing.T) {
	sku := prop.String("sku").MaxLen(9).Message("must have {max} characters or fewer, as in AB-12")
	late := sku.As("late").MaxLen(3)
	type fault struct{ Message string }
	faults := collection.Of("Fault", func(f *fault) collection.Fields {
		return collection.Fields{prop.String("message").At(&f.Message)}
	})
	plain := render.NewFormat(faults.View(), func(p render.Fields) fault {
		if len(p.Violations) == 0 {
			return fault{p.Title}
		}
		return fault{p.Violations[0].Detail}
	}, func(f fault) render.Fields { return render.Fields{Title: f.Message} })
	things := collection.New("Thing", sku, late.Optional())
	echo := func(_ *route.Call, r collection.Record) (collection.Record, error) { return r, nil }
	none := func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }
	languages := l10n.Builtin().Only("en", "de", "fr", "ja").
		Override("de", "sku", "max_length", l10n.Message("darf höchstens {max} Zeichen haben wie AB-12")).
		Add("ja", l10n.Texts{"max_length": l10n.Message("長すぎます")})
	app := kit.Build(t, tenon.New("A", "1").Locales(languages).Add(
		route.Post("/json", things.Create(), things.View()).Handle(echo),
		route.Post("/form", route.Form(things.Create()), things.View()).Handle(echo),
		route.Get("/query", collection.NoContent()).Query(sku).Handle(none),
		route.Get("/header", collection.NoContent()).Header(sku).Handle(none),
		route.Get("/plain", collection.NoContent()).Query(sku).ProblemFormat(plain).Handle(none),
	))
	const long, text = "ABCDEFGHIJ", "must have 9 characters or fewer, as in AB-12"
	for _, test := range []struct{ request, body, header, language, want string }{
		{"POST /json", `{"sku":"` + long + `"}`, "application/json", "en", text},
		{"POST /json", `{"sku":"A","late":"` + long + `"}`, "application/json", "en", "must have at most 3 characters"},
		{"POST /form", "sku=" + long, "application/x-www-form-urlencoded", "en", text},
		{"GET /query?sku=" + long, "", "", "en", text},
		{"GET /header", "", long, "en", text},
		{"GET /plain?sku=" + long, "", "", "en", `{"message":"` + text + `"}`},
		{"GET /query?sku=" + long, "", "", "de", "darf höchstens 9 Zeichen haben wie AB-12"},
		{"GET /plain?sku=" + long, "", "", "de", `{"message":"darf höchstens 9 Zeichen haben wie AB-12"}`},
		{"GET /query?sku=" + long, "", "", "fr", "doit avoir au plus 9 caractères"}, // of the library
		{"GET /query?sku=" + long, "", "", "ja", "長すぎます"},
	} {
		method, target, _ := strings.Cut(test.request, " ")
		headers := kit.Headers("Content-Type", test.header, "Sku", test.header, "Accept-Language", test.language)
		w := kit.Send(t, app, method, target, test.body, headers...)
		if w.Status != 422 || !strings.Contains(w.Body, test.want) || strings.Contains(w.Body, "type") {
			t.Errorf("%s in %s: %d %s, want %s", test.request, test.language, w.Status, w.Body, test.want)
		}
	}
}
