package visibility_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func newHoard() hoard {
	n := func(n int) *int { return &n }
	l := func(sku string, margin int) trove { return trove{sku, 1, n(margin), margin} }
	return hoard{
		ID: 1, Name: "v", Price: 100, Cost: 50, Rev: 1,
		Lines:  []trove{l("a", 11), l("b", 12)},
		Keyed:  []trove{l("a", 21), l("b", 22), l("b", 23)},
		Nested: [][]trove{{l("a", 31)}},
		Maybe:  []*trove{nil, {"a", 1, n(41), 41}},
		Shape:  round{"x", 3, n(51)},
		Forms:  []form{round{"x", 1, n(61)}, square{"x", 2}, round{"y", 3, n(62)}},
		ByForm: map[string]form{"k": round{"x", 1, n(71)}},
		ByLine: map[string][]trove{"k": {l("a", 81)}},
		Lazy:   &chest{"c", n(91), []chest{{"d", n(92), []chest{{"e", n(93), nil}}}}},
		Rest:   map[string]trove{"more": l("a", 95)},
	}
}

// hoardStore has one hoard.
type hoardStore struct{ v hoard }

func (s *hoardStore) View(_ context.Context, id int) (hoard, error) {
	if id != s.v.ID {
		return hoard{}, render.NotFound
	}
	return s.v, nil
}

func (s *hoardStore) change(apply func(*hoard) error) (hoard, error) {
	v := s.v
	if err := apply(&v); err != nil {
		return v, err
	}
	v.Rev++
	s.v = v
	return v, nil
}

func (s *hoardStore) Update(_ context.Context, _ int, p collection.Patch[hoard]) (hoard, error) {
	return s.change(p.Apply)
}

func (s *hoardStore) Replace(_ context.Context, _ int, r collection.Replacement[hoard]) (hoard, error) {
	return s.change(r.Apply)
}

func (s *hoardStore) Delete(_ context.Context, _ int, unchanged func(*hoard) error) (hoard, error) {
	return s.change(unchanged)
}

// serveHoard serves a hoard, and returns its store and a function that sends requests.
func serveHoard(t *testing.T) (*hoardStore, func(method, token, content string, header ...string) kit.Response) {
	t.Helper()
	s := &hoardStore{newHoard()}
	server := kit.Listen(t, kit.Build(t, tenon.New("Vaults", "1").Authenticate(wareBearer).Add(route.Resource("/vaults", vaults, vaultID, s))))
	return s, func(method, token, content string, header ...string) kit.Response {
		t.Helper()
		return server.Send(t, method, "/vaults/1", content, kit.As(token, header...)...)
	}
}

// asRequest returns the entity of a response as the body of a request.
func asRequest(t *testing.T, body string) string {
	t.Helper()
	body = strings.TrimSuffix(strings.TrimPrefix(body, `{"data":`), "}")
	return strings.Replace(body, `"id":1,`, "", 1)
}

// What a caller gets it can send, and nothing changes.
func TestAResponseCanBeSentAgain(t *testing.T) {
	for _, method := range []string{"PUT", "PATCH"} {
		_, send := serveHoard(t)
		all := send("GET", "ann", "").Body
		some := send("GET", "bob", "").Body
		for _, hidden := range []string{"50", "11", "23", "31", "41", "51", "62", "71", "81", "93", "95"} {
			if strings.Contains(some, ":"+hidden) || !strings.Contains(all, ":"+hidden) {
				t.Fatalf("%s is hidden in\n%s\nand not in\n%s", hidden, some, all)
			}
		}
		if w := send(method, "bob", asRequest(t, some)); w.Status != 200 || w.Body != some {
			t.Errorf("%s: %d %s", method, w.Status, w.Body)
		}
		if now := send("GET", "ann", "").Body; now != all {
			t.Errorf("after the %s of what bob was shown there is\n%s\nand there was\n%s", method, now, all)
		}
	}
}

// A caller that does not see everything changes the rest.
func TestNestedHiddenMembersAreKept(t *testing.T) {
	const refused = "scope@#/"
	for _, tt := range []struct{ patch, old, new string }{
		{`{"keyed":[{"sku":"b","count":7},{"sku":"a","count":8},{"sku":"new"}]}`,
			`"keyed":[{"sku":"a","count":1,"margin":21,"made":21},{"sku":"b","count":1,"margin":22,"made":22},{"sku":"b","count":1,"margin":23,"made":23}]`,
			`"keyed":[{"sku":"b","count":7,"margin":22,"made":22},{"sku":"a","count":8,"margin":21,"made":21},{"sku":"new","count":1,"made":0}]`},
		{`{"keyed":[{"sku":"b"},{"sku":"b"},{"sku":"b"}]}`,
			`"keyed":[{"sku":"a","count":1,"margin":21,"made":21},{"sku":"b","count":1,"margin":22,"made":22},{"sku":"b","count":1,"margin":23,"made":23}]`,
			`"keyed":[{"sku":"b","count":1,"margin":22,"made":22},{"sku":"b","count":1,"margin":23,"made":23},{"sku":"b","count":1,"made":0}]`},
		{`{"maybe":[{"sku":"a","count":5},null]}`, `"maybe":[null,{"sku":"a","count":1,"margin":41,"made":41}]`, `"maybe":[{"sku":"a","count":5,"margin":41,"made":41},null]`},
		{`{"shape":{"kind":"round","name":"x","r":4}}`, `"r":3,"secret":51`, `"r":4,"secret":51`},
		{`{"shape":{"kind":"square","name":"x","a":4}}`, `{"kind":"round","name":"x","r":3,"secret":51}`, `{"kind":"square","name":"x","a":4}`},
		{`{"forms":[{"kind":"round","name":"y","r":9},{"kind":"square","name":"y","a":1}]}`,
			`"forms":[{"kind":"round","name":"x","r":1,"secret":61},{"kind":"square","name":"x","a":2},{"kind":"round","name":"y","r":3,"secret":62}]`,
			`"forms":[{"kind":"round","name":"y","r":9,"secret":62},{"kind":"square","name":"y","a":1}]`},
		{`{"by_form":{"k":{"kind":"round","name":"x","r":9},"l":{"kind":"square","name":"x","a":1}}}`,
			`"by_form":{"k":{"kind":"round","name":"x","r":1,"secret":71}}`,
			`"by_form":{"k":{"kind":"round","name":"x","r":9,"secret":71},"l":{"kind":"square","name":"x","a":1}}`},
		{`{"by_line":{"k":[{"sku":"a","count":9}]}}`, `"by_line":{"k":[{"sku":"a","count":1`, `"by_line":{"k":[{"sku":"a","count":9`},
		{`{"lazy":{"inner":[{"label":"d","inner":[{"label":"e"},{"label":"f"}]}]}}`,
			`{"label":"e","secret":93,"inner":[]}`, `{"label":"e","secret":93,"inner":[]},{"label":"f","inner":[]}`},
		{`{"more":{"sku":"a","count":2}}`, `"more":{"sku":"a","count":1`, `"more":{"sku":"a","count":2`},
		{`{"lines":[{"sku":"a","count":1},{"sku":"b"}]}`, "", ""}, // the same
		{`{"lines":[{"sku":"b"},{"sku":"a"}]}`, refused, "lines"},
		{`{"lines":[{"sku":"a"}]}`, refused, "lines"},
		{`{"lines":[]}`, refused, "lines"},
		{`{"nested":[[{"sku":"a","count":9}]]}`, refused, "nested"},
		{`{"keyed":[{"sku":"a","margin":1}]}`, refused, "keyed/0/margin"},
	} {
		for _, method := range []string{"PATCH", "PUT"} {
			s, send := serveHoard(t)
			before := send("GET", "ann", "").Body
			content := tt.patch
			if method == "PUT" { // with everything else as it was shown
				some := send("GET", "bob", "").Body
				content = overwrite(t, asRequest(t, some), tt.patch)
			}
			w := send(method, "bob", content)
			if tt.old == refused {
				if got := violations(t, w); w.Status != 422 || got != tt.old+tt.new || s.v.Rev != 1 {
					t.Errorf("%s %s: %d %s", method, content, w.Status, got)
				}
				continue
			}
			want := strings.Replace(before, tt.old, tt.new, 1)
			if tt.old != "" && want == before {
				t.Fatalf("%s is not in %s", tt.old, before)
			}
			if after := send("GET", "ann", "").Body; w.Status != 200 || after != want {
				t.Errorf("%s %s: %d %s: there is\n%s\nwant\n%s", method, content, w.Status, w.Body, after, want)
			}
			if some := send("GET", "bob", "").Body; some != w.Body {
				t.Errorf("%s %s gets\n%s\nand bob sees\n%s", method, content, w.Body, some)
			}
		}
	}
	// Who sees everything sends everything of items, and null for what a union no longer has.
	s, send := serveHoard(t)
	if w := send("PATCH", "ann", `{"lines":[{"sku":"a"}],"keyed":[{"sku":"a"}],"shape":{"kind":"round","name":"x","r":1,"secret":null}}`); w.Status != 200 ||
		s.v.Lines[0].Margin != nil || s.v.Keyed[0].Margin != nil || s.v.Shape.(round).Secret != nil {
		t.Errorf("%d %s", w.Status, w.Body)
	}
	// Where nothing is, nothing is lost.
	s.v.Lines = nil
	if w := send("PATCH", "bob", `{"lines":[{"sku":"a"}]}`); w.Status != 200 || len(s.v.Lines) != 1 {
		t.Errorf("%d %s", w.Status, w.Body)
	}
}

// overwrite replaces members of an entity; more is one of its additional members.
func overwrite(t *testing.T, entity, patch string) string {
	t.Helper()
	p, err := prop.Map(prop.Any("v")).As("m").Parse([]byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	e, err := prop.Map(prop.Any("v")).As("m").Parse([]byte(entity))
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range p {
		if name == "lazy" {
			v = prop.JSON(`{"label":"c",` + string(v)[1:])
		}
		e[name] = v
	}
	b, err := prop.Map(prop.Any("v")).As("m").Append(nil, e)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A rule sees what the caller sees.
func TestRulesRevealNothingHidden(t *testing.T) {
	s, send := serveHoard(t)
	for _, tt := range []struct {
		token, patch string
		status       int
	}{
		{"bob", `{"price":1}`, 200},
		{"bob", `{"price":99}`, 200},
		{"ann", `{"price":1}`, 422},
		{"ann", `{"price":99}`, 200},
		{"ann", `{"price":11,"cost":1}`, 200},
		{"ann", `{"price":10,"cost":1}`, 422},
		{"bob", `{"price":10}`, 200},
	} {
		*s = hoardStore{newHoard()}
		if w := send("PATCH", tt.token, tt.patch); w.Status != tt.status {
			t.Errorf("%s %s: %d %s", tt.token, tt.patch, w.Status, w.Body)
		}
	}
	over := 900
	s.v = newHoard()
	s.v.Keyed[0].Margin = &over
	for token, want := range map[string]int{"bob": 200, "ann": 422} {
		if w := send("PATCH", token, `{"name":"new"}`); w.Status != want {
			t.Errorf("%s: %d %s", token, w.Status, w.Body)
		}
	}
	if *s.v.Keyed[0].Margin != 900 || s.v.Cost != 50 {
		t.Error("the entity is changed by a rule's looking at it")
	}
	// Not even with a precondition that fails.
	for p := range 100 {
		if w := send("PATCH", "bob", `{"price":`+strconv.Itoa(p)+`}`, `If-Match: "no"`); w.Status != 412 {
			t.Fatalf("a price of %d: %d", p, w.Status)
		}
	}
}

// A version does not reveal that a hidden member has changed, and still prevents lost
// updates.
func TestVersionsRevealNothingHidden(t *testing.T) {
	s, send := serveHoard(t)
	tag := func(token string) string {
		h := send("GET", token, "").Header
		if h.Get("Last-Modified") != "" {
			t.Errorf("%s gets Last-Modified", token)
		}
		return h.Get("ETag")
	}
	change := func(token, match, patch string, want int) {
		t.Helper()
		if w := send("PATCH", token, patch, "If-Match: "+match); w.Status != want {
			t.Errorf("%s as %s with %s: %d %s, want %d", patch, token, match, w.Status, w.Body, want)
		}
	}
	ann, bob := tag("ann"), tag("bob")
	if ann != `"1"` || bob == ann || bob == "" {
		t.Errorf("ann %s, bob %s", ann, bob)
	}
	change("ann", ann, `{"cost":60}`, 200)
	if tag("bob") != bob || tag("ann") == ann {
		t.Errorf("after a change of what is hidden bob has %s and ann %s", tag("bob"), tag("ann"))
	}
	if w := send("GET", "bob", "", "If-None-Match: "+bob); w.Status != 304 {
		t.Errorf("bob sees that something has changed: %d", w.Status)
	}
	change("ann", ann, `{"cost":61}`, 412)
	change("bob", bob, `{"name":"bob's"}`, 200) // nothing that bob has seen is lost
	change("bob", bob, `{"name":"again"}`, 412)
	if s.v.Cost != 60 || s.v.Name != "bob's" {
		t.Errorf("%d %s", s.v.Cost, s.v.Name)
	}
	// Revisions are not for bob to guess; ann may have read with fewer scopes.
	for rev := range 9 {
		change("bob", strconv.Quote(strconv.Itoa(rev)), `{"name":"x"}`, 412)
	}
	few := tag("ann-few")
	if few != tag("bob") {
		t.Errorf("%s is not %s", few, tag("bob"))
	}
	change("ann", few, `{"name":"y"}`, 200)
	change("ann", few, `{"name":"z"}`, 412)
	change("bob", `"x", `+tag("bob"), `{"name":"w"}`, 200)
	for _, method := range []string{"PUT", "DELETE"} {
		some := send("GET", "bob", "").Body
		content := asRequest(t, some)
		if method == "DELETE" {
			content = ""
		}
		if w := send(method, "bob", content, "If-Match: "+bob); w.Status != 412 {
			t.Errorf("%s: %d %s", method, w.Status, w.Body)
		}
		if w := send(method, "bob", content, "If-Match: "+tag("bob")); w.Status != 200 {
			t.Errorf("%s: %d %s", method, w.Status, w.Body)
		}
	}
	// A time tells of changes as well.
	h := send("PATCH", "bob", `{"name":"v"}`, "If-Unmodified-Since: Fri, 02 Jan 2026 03:04:04 GMT").Header
	if h.Get("ETag") != tag("bob") || h.Get("Last-Modified") != "" {
		t.Errorf("a change gets %v, and there is %s", h, tag("bob"))
	}
}
