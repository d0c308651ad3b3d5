package emits_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/oas"
)

// Documents have the events that their readers may receive, whatever operations they have.
func TestDocumentsHaveTheEventsOfTheirReaders(t *testing.T) {
	staff := event.New("thing.audited", kit.Things.View()).Audience("staff").Summary("A thing was audited.")
	hidden := event.New("thing.hidden", kit.Things.View()).Docs(meta.Hidden())
	swept := event.New("thing.swept", kit.Things.View()).Describe("All things are gone.")
	app := kit.Build(t, kit.API(
		add("/v1/things", created, staff, hidden),
		add("/v2/things", created),
		add("/hidden", removed).Docs(meta.Hidden()),
	).Events(swept))
	const everyone, ofStaff = `"thing.created"`, `"thing.created","thing.audited"`
	for _, c := range []struct {
		name    string
		version oas.Version
		options []oas.Option
		emits   []string
		events  string // in their order
	}{
		{"everyone", oas.V31, nil, []string{everyone, everyone}, "thing.created thing.removed thing.swept"},
		{"3.2", oas.V32, nil, []string{everyone, everyone}, "thing.created thing.removed thing.swept"},
		{"3.0", oas.V30, nil, []string{everyone, everyone}, "thing.created thing.removed thing.swept"},
		{"staff", oas.V31, []oas.Option{oas.ForAudience("staff")}, []string{ofStaff, everyone}, "thing.created thing.audited thing.removed thing.swept"},
		{"a version of the paths", oas.V31, []oas.Option{oas.PathPrefix("/v2")}, []string{everyone}, "thing.created thing.removed thing.swept"},
	} {
		document, err := oas.JSON(app, c.version, c.options...)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(document)), "")
		var emits []string
		for i, rest := range strings.Split(text, `"x-emits":[`) {
			if i > 0 {
				names, _, _ := strings.Cut(rest, "]")
				emits = append(emits, names)
			}
		}
		if got, want := strings.Join(emits, " "), strings.Join(c.emits, " "); got != want {
			t.Errorf("%s: x-emits has %s, want %s", c.name, got, want)
		}
		var events []string
		for i, rest := range strings.Split(text, `":{"post":{`) {
			if before := text[:strings.Index(text, rest)]; i > 0 && strings.Contains(before, `webhooks":{`) {
				name := strings.TrimSuffix(before, `":{"post":{`)
				events = append(events, name[strings.LastIndexByte(name, '"')+1:])
			}
		}
		if got := strings.Join(events, " "); got != c.events {
			t.Errorf("%s: the webhooks are %s, want %s", c.name, got, c.events)
		}
	}
}
