package collection_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type event struct {
	Kind     string
	Email    *string
	Phone    *string
	Street   *string
	City     *string
	StartsAt time.Time
	EndsAt   time.Time
}

var (
	eventKind  = prop.Enum("kind", "call", "visit")
	eventEmail = prop.Email("email").Optional()
	eventPhone = prop.String("phone").Optional()
	eventSt    = prop.String("street").Optional()
	eventCity  = prop.String("city").Optional()
	startsAt   = prop.DateTime("starts_at")
	endsAt     = prop.DateTime("ends_at")

	events = collection.Of("Event", func(e *event) collection.Fields {
		return collection.Fields{
			eventKind.At(&e.Kind),
			eventEmail.AtOptional(&e.Email),
			eventPhone.AtOptional(&e.Phone),
			eventSt.AtOptional(&e.Street),
			eventCity.AtOptional(&e.City),
			startsAt.At(&e.StartsAt),
			endsAt.At(&e.EndsAt),
		}
	}).
		ExactlyOne(eventEmail, eventPhone).
		AllOrNone(eventSt, eventCity).
		RequiredWhen(collection.Equals(eventKind, "visit"), eventSt).
		MaxProperties(6).
		Rule("after_start", "must be after starts_at", func(e *event) bool { return e.EndsAt.After(e.StartsAt) }, endsAt, startsAt)
)

func TestObjectRules(t *testing.T) {
	const times = `"starts_at":"2026-01-01T10:00:00Z","ends_at":"2026-01-01T11:00:00Z"`
	for _, test := range []struct{ name, text, want string }{
		{"kept", `{"kind":"call","email":"a@example.com",` + times + `}`, ""},
		{"none of one", `{"kind":"call",` + times + `}`, `#: must have exactly one of email, phone (exactly_one)`},
		{"two of one", `{"kind":"call","email":"a@example.com","phone":"1",` + times + `}`, `#: must have exactly one of email, phone (exactly_one)`},
		{"half of a pair", `{"kind":"call","phone":"1","city":"x",` + times + `}`, `#: must have all or none of street, city (all_or_none)`},
		{"required by a value", `{"kind":"visit","phone":"1",` + times + `}`, `#/street: is required when kind is visit (required_when)`},
		{"not required by another", `{"kind":"call","phone":"1",` + times + `}`, ""},
		{"own rule", `{"kind":"call","phone":"1","starts_at":"2026-01-01T10:00:00Z","ends_at":"2026-01-01T10:00:00Z"}`, `#/ends_at: must be after starts_at (after_start)`},
		{"own rule waits for its members", `{"kind":"call","phone":"1","starts_at":"2026-01-01T10:00:00Z","ends_at":"x"}`, `#/ends_at: must be a date and time such as 2006-01-02T15:04:05Z (format)`},
		{"too many", `{"kind":"visit","phone":"1","email":"a@example.com","street":"s","city":"c",` + times + `}`,
			"#: must have exactly one of email, phone (exactly_one)\n#: must have at most 6 members (max_properties)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if _, err := events.Create().Parse([]byte(test.text)); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestObjectRulesCheckGoValues(t *testing.T) {
	at := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	phone := "1"
	e := event{Kind: "visit", Phone: &phone, StartsAt: at, EndsAt: at}
	const want = "#/street: is required when kind is visit (required_when)"
	if got := events.Create().Check(e).Error(); got != want+"\n#/ends_at: must be after starts_at (after_start)" && got != want {
		t.Errorf("got %s", got)
	}
}

func TestObjectRulesCheckPatchedEntities(t *testing.T) {
	at := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	phone := "1"
	e := event{Kind: "call", Phone: &phone, StartsAt: at, EndsAt: at.Add(time.Hour)}
	patch, err := events.Update().Parse([]byte(`{"ends_at":"2026-01-01T09:00:00Z"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := patch.Apply(&e); err == nil || err.Error() != "#/ends_at: must be after starts_at (after_start)" {
		t.Errorf("got %v", err)
	}
	if !e.EndsAt.Equal(at.Add(time.Hour)) {
		t.Error("the event was changed")
	}
}
