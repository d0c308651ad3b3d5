package paginate_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/paginate"
)

var row = product{
	ID: "123e4567-e89b-12d3-a456-426614174000", Name: "Käse", Price: 1 << 60, Weight: ptr(0.1), Status: "active",
	Created: time.Date(2026, 1, 2, 3, 4, 5, 678_901_234, time.UTC), Hidden: -7,
}

var sorted = []paginate.Term{
	paginate.Asc(name), paginate.Desc(price), paginate.Asc(weight), paginate.Asc(state), paginate.Asc(note),
	paginate.Desc(created), paginate.Asc(hidden), paginate.Asc(length),
}

func byCursor(plan paginate.Plan) *pagination.List {
	return listing(plan).Sorting(price, created).DefaultOrder(sorted...).
		Filtered(paginate.In(state), paginate.AtLeast(price))
}

// next returns the cursor after an entity.
func next(t testing.TB, s *list, rawQuery string, p product) string {
	t.Helper()
	return s.answer(t, s.mustRead(t, rawQuery), []product{p}, true, 0).Next.Value
}

func TestACursorCarriesEveryValue(t *testing.T) {
	s := serve(t, byCursor(paginate.ByCursor(key)))
	nameless := row
	nameless.Note, nameless.Weight = ptr(""), nil
	for what, p := range map[string]product{"usual": row, "zero": {}, "empty beside null": nameless} {
		cursor := next(t, s, "", p)
		q := s.mustRead(t, "cursor="+cursor)
		at, ok := q.Position()
		if !ok || at.Backward() || at.FromEnd() {
			t.Fatalf("%s: the position is %v, %t", what, at, ok)
		}
		want := []any{p.Name, p.Price, nil, p.Status, nil, p.Created, p.Hidden, len(p.Name), p.ID}
		if p.Weight != nil {
			want[2] = *p.Weight
		}
		if p.Note != nil {
			want[4] = *p.Note
		}
		for i := range want {
			if v, null := at.Value(i); v != want[i] || null != (want[i] == nil) {
				t.Errorf("%s: value %d is %v, %t, want %v", what, i, v, null, want[i])
			}
		}
		if v, null := at.Value(len(want)); v != nil || !null {
			t.Errorf("%s: a value behind the last is %v", what, v)
		}
	}
}

func TestCursorsAreRejectedInOtherLists(t *testing.T) {
	s := serve(t, byCursor(paginate.ByCursor(key)))
	const asked = "order_by=-price&status=draft,active&min_price=1"
	cursor := "&cursor=" + next(t, s, asked, row)
	for query, want := range map[string]string{
		asked:               "",
		asked + "&limit=50": "", // the limit may change
		"limit=1&" + asked:  "",
		"order_by=price&status=draft,active&min_price=1":             "cursor cursor",
		"order_by=created_at&status=draft,active&min_price":          "min_price type",
		"status=draft,active&min_price=1":                            "cursor cursor",
		"order_by=-price&status=active,draft&min_price=1":            "cursor cursor",
		"order_by=-price&status=draft&min_price=1":                   "cursor cursor",
		"order_by=-price&status=draft,active&min_price=2":            "cursor cursor",
		"order_by=-price&status=draft,active":                        "cursor cursor",
		"order_by=-price,created_at&status=draft,active&min_price=1": "cursor cursor",
	} {
		if _, vs := s.read(query + cursor); codes(vs) != want {
			t.Errorf("%s: the violations are %q, want %q", query, codes(vs), want)
		}
	}
	for what, elsewhere := range map[string]*list{
		"another operation": serveAs(t, byCursor(paginate.ByCursor(key)), "GET /goods"),
		"another key":       serve(t, byCursor(paginate.ByCursor(other))),
		"another order":     serve(t, byCursor(paginate.ByCursor(key)).DefaultOrder(paginate.Asc(price))),
	} {
		_, vs := elsewhere.read(asked + cursor)
		if codes(vs) != "cursor cursor" {
			t.Errorf("%s: the violations are %v", what, vs)
		}
	}
	_, vs := s.read("cursor=x")
	if want := "query parameter cursor: is not a cursor of this list with this order and these filters (cursor)"; vs.Error() != want {
		t.Errorf("the violation is %q", vs.Error())
	}
}

// Cursors distinguish the filters of values, and where a value ends.
func TestValuesOfFiltersAreNotMixedUp(t *testing.T) {
	names, texts := paginate.In(name), paginate.Equal(note)
	s := serve(t, listing(paginate.ByCursor(key)).Filtered(names, texts, paginate.Contains(name), paginate.IsNull(note)))
	queries := []string{
		"", "name=a,b", "name=a%2Cb", "name=ab", "note=ab", "name=a&note=b", "name=b&note=a", "name_contains=ab",
		"note_is_null=true", "note_is_null=false",
	}
	for _, made := range queries {
		cursor := next(t, s, made, row)
		for _, used := range queries {
			if _, vs := s.read(used + "&cursor=" + cursor); (vs == nil) != (made == used) {
				t.Errorf("a cursor of %q with %q: %v", made, used, vs)
			}
		}
	}
}

func TestACursorIsBoundToAnIdentity(t *testing.T) {
	who := func(ctx context.Context) string { return ctx.Value(tenant{}).(string) }
	s := serve(t, byCursor(paginate.ByCursor(key).BoundTo(who)))
	q, _ := s.readAs("a", "")
	cursor := s.answer(t, q, []product{row}, true, 0).Next.Value
	for identity, want := range map[string]string{"a": "", "b": "cursor cursor", "": "cursor cursor"} {
		if _, vs := s.readAs(identity, "cursor="+cursor); codes(vs) != want {
			t.Errorf("for %q the violations are %q, want %q", identity, codes(vs), want)
		}
	}
}

func TestKeysAreRotated(t *testing.T) {
	before := serve(t, byCursor(paginate.ByCursor(key)))
	during := serve(t, byCursor(paginate.ByCursor(other, key)))
	after := serve(t, byCursor(paginate.ByCursor(other)))
	old, young := next(t, before, "", row), next(t, during, "", row)
	for _, test := range []struct {
		what   string
		list   *list
		cursor string
		want   string
	}{
		{"old key before", before, old, ""},
		{"old key during", during, old, ""},
		{"old key after", after, old, "cursor cursor"},
		{"new key before", before, young, "cursor cursor"},
		{"new key during", during, young, ""},
		{"new key after", after, young, ""},
	} {
		if _, vs := test.list.read("cursor=" + test.cursor); codes(vs) != test.want {
			t.Errorf("%s: the violations are %q, want %q", test.what, codes(vs), test.want)
		}
	}
	if a, b := paginate.NewKey(), paginate.NewKey(); len(a) != 32 || string(a) == string(b) {
		t.Errorf("the keys are %x and %x", a, b)
	}
}

func TestTamperedCursorsAreRejected(t *testing.T) {
	s := serve(t, byCursor(paginate.ByCursor(key)))
	cursor := next(t, s, "", row)
	refused := func(what, text string) {
		t.Helper()
		var rep codec.Report
		src := s.parse("", &rep)
		for i, in := range s.inputs {
			if in.Prop.Name() == "cursor" {
				*src.cells[i].(*string), src.given[i] = text, true
			}
		}
		if q, ok := s.reader.Read(t.Context(), src, &rep); ok || !rep.Since(0) || q.Limit() != 0 {
			t.Fatalf("%s is accepted: %q", what, text)
		}
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		for bit := range 8 {
			raw[i] ^= 1 << bit
			refused(fmt.Sprintf("bit %d of byte %d", bit, i), base64.RawURLEncoding.EncodeToString(raw))
			raw[i] ^= 1 << bit
		}
		refused(fmt.Sprintf("the first %d bytes", i), base64.RawURLEncoding.EncodeToString(raw[:i]))
		refused(fmt.Sprintf("all but the first %d bytes", i+1), base64.RawURLEncoding.EncodeToString(raw[i+1:]))
	}
	for i := range cursor {
		refused("a truncation", cursor[:i])
		for _, c := range []byte{'A', '-', '_', '=', '+', '/', '\n', '\r', ' ', 0, 0xff} {
			if cursor[i] != c {
				refused("another character", cursor[:i]+string([]byte{c})+cursor[i+1:])
			}
		}
		refused("a line break inside", cursor[:i]+"\n"+cursor[i:])
	}
	refused("a trailing byte", base64.RawURLEncoding.EncodeToString(append(raw, 0)))
	refused("padding", cursor+"=")
	refused("the same twice", cursor+cursor)
	refused("nothing", "")
	refused("much", strings.Repeat("A", 1<<20))
	refused("513 characters", cursor+strings.Repeat("A", 513-len(cursor)))
}

// Base64 may have unused bits; only zeros are accepted.
func TestACursorHasOneText(t *testing.T) {
	s := serve(t, listing(paginate.ByCursor(key)))
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	cursor := next(t, s, "", row)
	if len(cursor)%4 == 0 {
		t.Fatal("this cursor leaves no bits over")
	}
	accepted := 0
	for _, c := range alphabet {
		if _, vs := s.read("cursor=" + cursor[:len(cursor)-1] + string(c)); vs == nil {
			accepted++
		}
	}
	if accepted != 1 {
		t.Errorf("%d texts of one cursor are accepted", accepted)
	}
}

func TestCursorsAreShort(t *testing.T) {
	full := row
	full.Name = strings.Repeat("\U0001F9C0", 20)
	full.Note = ptr(strings.Repeat("\U0001F9C0", 10))
	full.Weight = ptr(-0.0000012345678901234567)
	full.Price, full.Hidden = math.MinInt64, math.MinInt
	full.Created = time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC)
	s := serve(t, byCursor(paginate.ByCursor(key)))
	cursor := next(t, s, "", full)
	if len(cursor) > 512 {
		t.Errorf("the cursor has %d characters", len(cursor))
	}
	if _, vs := s.read("cursor=" + cursor); vs != nil {
		t.Error(vs)
	}
}

func TestInvalidEntitiesHaveNoCursor(t *testing.T) {
	s := serve(t, byCursor(paginate.ByCursor(key)))
	long, late := row, row
	long.Name = strings.Repeat("a", 500)
	late.Created = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	for want, p := range map[string]product{
		`tenon: no cursor can be made: property "name" has a value of 500 bytes, more than it declares`: long,
		`tenon: no cursor can be made: property "created_at" has a value that cannot be written`:        late,
	} {
		err := s.reader.Describe(new(pagination.PageInfo), s.mustRead(t, ""), page{&p}, true, 0)
		if err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
	err := s.reader.Describe(new(pagination.PageInfo), s.mustRead(t, ""), page{"no product"}, true, 0)
	if want := `tenon: no cursor can be made: property "name" is not a member of the entity`; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

func FuzzCursor(f *testing.F) {
	s := serve(f, byCursor(paginate.ByCursor(key)))
	made := map[string]bool{}
	for _, p := range []product{row, {}} {
		made[next(f, s, "", p)] = true
	}
	a := s.answer(f, s.mustRead(f, ""), []product{row}, true, 0)
	made[a.Last.Value] = true
	for cursor := range made {
		f.Add(cursor)
	}
	for _, text := range []string{"", "A", "AQ", "AQAAAAAA", strings.Repeat("_", 512), strings.Repeat("A", 600), "\r\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var rep codec.Report
		src := s.parse("", &rep)
		for i, in := range s.inputs {
			if in.Prop.Name() == "cursor" {
				*src.cells[i].(*string), src.given[i] = text, true
			}
		}
		if _, ok := s.reader.Read(t.Context(), src, &rep); ok != made[text] {
			t.Errorf("%q is accepted: %t", text, ok)
		}
	})
}
