package event_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
)

type ware struct {
	ID    string
	Count int64
	Name  string
	Cost  float64
	Note  *string
	Word  string
}

var (
	wareID    = prop.UUID("id").ReadOnly()
	wareCount = prop.Int64("count").Min(0)
	wareName  = prop.String("name").MinLen(1).MaxLen(20)
	wareCost  = prop.Float64("cost")
	wareNote  = prop.String("note").MaxLen(20).Optional()
	wareWord  = prop.String("word").MaxLen(20).WriteOnly()
	label     = prop.String("label").MaxLen(50)
)

var wares = collection.Of("Ware", func(w *ware) collection.Fields {
	return collection.Fields{
		wareID.At(&w.ID).Key(),
		wareCount.At(&w.Count),
		wareName.At(&w.Name),
		wareCost.At(&w.Cost).VisibleTo("wares:cost"),
		wareNote.AtOptional(&w.Note),
		wareWord.At(&w.Word),
		collection.Computed(label, func(w *ware) string {
			if w.Name == "panic" {
				panic("no label")
			}
			return "ware " + w.Name
		}),
	}
})

const anID = "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"

var created = event.New("ware.created", wares.View()).Key(wareID).Version("1.2")

func aWare() ware { return ware{ID: anID, Count: 3, Name: "saw", Cost: 1.5, Word: "secret"} }

func TestAMessageHasTheView(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(1234567 * time.Nanosecond)
		m := created.Audience("staff", "partners").Of(aWare())
		if err := m.Err(); err != nil {
			t.Fatal(err)
		}
		if got, want := string(m.Data), `{"id":"`+anID+`","count":3,"name":"saw","label":"ware saw"}`; got != want {
			t.Errorf("the data is %s, want %s", got, want)
		}
		if m.Type != "ware.created" || m.Version != "1.2" || m.Key != anID || strings.Join(m.Audiences, " ") != "staff partners" || m.Sequence != 0 {
			t.Errorf("%+v", m)
		}
		if now := time.Now(); !m.Time.Equal(now.Truncate(time.Microsecond)) || m.Time.Location() != time.UTC {
			t.Errorf("the time is %v, want %v", m.Time, now)
		}
		// 946684800001 ms, and 234567 ns of 4096 parts of a millisecond
		if want := "00dc6acf-ac01-73c0"; m.ID[:18] != want || !format.UUID(m.ID) {
			t.Errorf("the ID is %s, want %s…", m.ID, want)
		}
	})
}

func TestIDsGrowWithTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		last := ""
		for range 5000 {
			id := created.Of(aWare()).ID
			if id <= last {
				t.Fatalf("%s follows %s", id, last)
			}
			last = id
			time.Sleep(300 * time.Nanosecond)
		}
	})
}

func TestKeysAreTextsOfMembers(t *testing.T) {
	type coded struct{ Code string }
	code, size := prop.String("code").MaxLen(5), prop.Enum("size", "s", "m")
	coding := collection.Of("Coded", func(c *coded) collection.Fields { return collection.Fields{code.At(&c.Code)} })
	sized := collection.New("Sized", size, code)
	small := collection.NewRecord(sized)
	size.Set(small, "s")
	code.Set(small, "é\"")
	for _, c := range []struct {
		name string
		m    event.Message
		want string // "" is an error
	}{
		{"UUID", created.Of(aWare()), anID},
		{"integer", created.Key(wareCount).Of(aWare()), "3"},
		{"computed", created.Key(label).Of(aWare()), "ware saw"},
		{"enumeration", event.New("a", sized.View()).Key(size).Of(small), "s"},
		{"escaped text", event.New("a", sized.View()).Key(code).Of(small), "é\""},
		{"union", event.New("a", collection.OneOf("Both", collection.CaseOf[any](coding), collection.CaseOf[any](wares)).View()).Of(coded{"x"}), ""},
		{"empty text", event.New("a", coding.View()).Key(code).Of(coded{}), ""},
		{"NUL", event.New("a", coding.View()).Key(code).Of(coded{"a\x00"}), ""},
	} {
		if c.name == "union" { // without a key
			if c.m.Err() != nil || c.m.Key != "" {
				t.Errorf("%s: %q %v", c.name, c.m.Key, c.m.Err())
			}
			continue
		}
		if c.m.Key != c.want || (c.m.Err() == nil) != (c.want != "") || c.want == "" && c.m.Data != nil {
			t.Errorf("%s: the key is %q, and the error %v; want %q", c.name, c.m.Key, c.m.Err(), c.want)
		}
	}
}

func TestOnlyScopesOfAllReceiversShowMembers(t *testing.T) {
	for _, c := range []struct {
		of   *event.Type[ware]
		want bool
	}{
		{created, false},
		{created.Audience("staff"), false},
		{created.Audience("staff").Scopes("other"), false},
		{created.Audience("staff").Scopes("other", "wares:cost"), true},
	} {
		m := c.of.Of(aWare())
		if got := bytes.Contains(m.Data, []byte(`"cost":1.5`)); got != c.want || m.Err() != nil {
			t.Errorf("%s, want the cost: %t (%v)", m.Data, c.want, m.Err())
		}
		if back, err := c.of.Parse(m.Data); err != nil || back.Name != "saw" || (back.Cost == 1.5) != c.want {
			t.Errorf("%+v %v", back, err)
		}
	}
}

func TestOfReportsWhatIsWrong(t *testing.T) {
	violating, broken, panics := aWare(), aWare(), aWare()
	violating.Name, broken.Cost, panics.Name = "", math.NaN(), "panic"
	all := created.Audience("staff").Scopes("wares:cost")
	for _, c := range []struct {
		m    event.Message
		want string
	}{
		{all.Of(violating), "the data violates its declaration: #/name: "},
		{all.Of(broken), "cost: "},
		{all.Of(panics), "its data panics: no label"},
		{event.New("Ware Created", wares.View()).Of(aWare()), "event_test.go:"},
		{event.New[ware]("a", nil).Of(aWare()), "the data is nil"},
		{(*event.Type[ware])(nil).Of(aWare()), "was not created by event.New"},
		{new(event.Type[ware]).Of(aWare()), "was not created by event.New"},
	} {
		if err := c.m.Err(); err == nil || !strings.Contains(err.Error(), c.want) || c.m.Data != nil {
			t.Errorf("%s: %v, want %q", c.m.Data, err, c.want)
		}
		if _, ok := errors.AsType[prop.Violations](c.m.Err()); ok {
			t.Errorf("%v is one that a client could correct", c.m.Err())
		}
	}
	if m := created.Of(broken); m.Err() != nil {
		t.Errorf("a member that nobody sees: %v", m.Err())
	}
}

func TestFaultsHaveTheirPositions(t *testing.T) {
	other := prop.UUID("other")
	none := (*collection.Body[ware])(nil)
	many := collection.Many(wares.View())
	for _, c := range []struct {
		of   event.Any
		want string // "" is none
	}{
		{created, ""},
		{event.New("a", wares.View()), ""},
		{event.New("com.example.v2.ware_made", wares.View()), ""},
		{event.New(strings.Repeat("a", event.MaxName), wares.View()), ""},
		{event.New(strings.Repeat("a", event.MaxName+1), wares.View()), "a name must have words"},
		{event.New("", wares.View()), "a name must have words"},
		{event.New("Ware", wares.View()), "a name must have words"},
		{event.New("ware-made", wares.View()), "a name must have words"},
		{event.New("ware..made", wares.View()), "a name must have words"},
		{event.New("ware.", wares.View()), "a name must have words"},
		{event.New(".ware", wares.View()), "a name must have words"},
		{event.New("1ware", wares.View()), "a name must have words"},
		{event.New("ware.*", wares.View()), "a name must have words"},
		{event.New("ware.é", wares.View()), "a name must have words"},
		{event.New("a", none), "the data is nil"},
		{event.New("a", wares.Create()), "the data is Ware in Create mode; use View"},
		{event.New("a", wares.List()), "the data is Ware in List mode; use View"},
		{event.New("a", wares.Delete()), "the data is Ware in Delete mode; use View"},
		{event.New("a", collection.NoContent()), "has no data"},
		{created.Key(nil), "Key(nil): the property is nil"},
		{created.Key(other), "Key(other): it is not a member of Ware"},
		{created.Key(wareCost), "has a restricted visibility"},
		{created.Key(wareNote), "the member may be absent"},
		{created.Key(wareWord), "the member is not in view mode"},
		{event.New("a", &many.Body).Key(wareID), "the data is not a collection"},
		{event.New("a", collection.ValueOf(wareID).View()), ""},
		{created.Version(""), "Version(\"\") must have"},
		{created.Version("1 2"), "Version(\"1 2\") must have"},
		{created.Audience(), "Audience needs names"},
		{created.Audience("a", ""), "Audience needs names"},
		{created.Audience("a\nb"), "Audience needs names without line breaks"},
		{created.Scopes(), "Scopes needs scopes"},
		{created.Docs(meta.Audience("x")), "Docs: Audience is not for events"},
		{created.Docs(meta.Hidden(), meta.ExternalDocs("https://x.test", "x"), meta.Extension("x-a", "1")), ""},
		{(*event.Type[ware])(nil), "was not created by event.New"},
		{(*event.Type[ware])(nil).Summary("x"), "was not created by event.New"},
	} {
		n := event.Tree(c.of)
		switch {
		case c.want == "":
			if len(n.Faults) > 0 {
				t.Errorf("%s: %v", n.Name, n.Faults)
			}
		case len(n.Faults) != 1 || !strings.Contains(n.Faults[0].Message, c.want) || !strings.Contains(n.Faults[0].At.String(), "event_test.go:"):
			t.Errorf("%q: %v, want %q", n.Name, n.Faults, c.want)
		}
	}
}

// Methods return changed copies, which share nothing that can change.
func TestTypesAreImmutable(t *testing.T) {
	base := created.Audience("a").Audience("b").Audience("c")
	left, right := base.Audience("left"), base.Audience("right")
	if got := left.Of(aWare()).Audiences[3] + right.Of(aWare()).Audiences[3]; got != "leftright" {
		t.Error(got)
	}
	m := base.Of(aWare())
	m.Audiences[0] = "x"
	if got := base.Of(aWare()).Audiences[0]; got != "a" {
		t.Errorf("a message changed the event: %s", got)
	}
}

func TestParseIsForReceivers(t *testing.T) {
	const whole = `{"id":"` + anID + `","count":3,"name":"saw","label":"ware saw"`
	for _, c := range []struct{ name, data, want string }{
		{"whole", whole + `}`, ""},
		{"a later version has more members", whole + `,"more":{"x":1}}`, ""},
		{"a member is missing", `{"id":"` + anID + `","count":3,"label":"x"}`, "/name"},
		{"a rule is violated", strings.Replace(whole, `"count":3`, `"count":-3`, 1) + `}`, "/count"},
		{"no JSON", `{`, "malformed JSON"},
	} {
		got, err := created.Parse([]byte(c.data))
		if c.want == "" && (err != nil || got.Name != "saw") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || got != ware{}) {
			t.Errorf("%s: %+v %v", c.name, got, err)
		}
	}
}

func TestThePayloadOfWebhooks(t *testing.T) {
	at := time.Date(2026, 11, 22, 10, 0, 0, 1000, time.FixedZone("", 3600))
	m := event.Message{ID: "x", Type: "ware.created", Time: at, Data: []byte(`{"id":"` + anID + `","count":3,"name":"saw","label":"x"}`)}
	body := event.Payload(m)
	if want := `{"type":"ware.created","timestamp":"2026-11-22T09:00:00.000001Z","data":` + string(m.Data) + `}`; string(body) != want {
		t.Errorf("%s, want %s", body, want)
	}
	back, err := event.ParsePayload(body)
	if err != nil || back.Type != m.Type || !back.Time.Equal(at) || back.Time.Location() != time.UTC || !bytes.Equal(back.Data, m.Data) {
		t.Errorf("%+v %v", back, err)
	}
	if w, err := created.ParsePayload(body); err != nil || w.Count != 3 {
		t.Errorf("%+v %v", w, err)
	}
	if _, err := event.New("other", wares.View()).ParsePayload(body); err == nil {
		t.Error("the payload of another event is read")
	}
	for _, bad := range []string{
		``, `[]`, `null`, `{}`, `{`, `{"type":1,"timestamp":"2026-11-22T10:00:00Z","data":1}`,
		`{"type":"a","timestamp":"today","data":1}`, `{"type":"a","timestamp":"2026-11-22T10:00:00Z"}`,
		`{"timestamp":"2026-11-22T10:00:00Z","data":1}`, `{"type":"a","timestamp":"2026-11-22T10:00:00Z","data":1} x`,
		`{"type":"a","type":"b","timestamp":"2026-11-22T10:00:00Z","data":1}`,
	} {
		if m, err := event.ParsePayload([]byte(bad)); err == nil || m.Data != nil {
			t.Errorf("%s is read: %+v", bad, m)
		}
	}
}
