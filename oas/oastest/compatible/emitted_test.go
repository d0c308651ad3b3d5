package compatible_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
)

// Receivers of events parse what the API sends, so that changes of the data break them that would
// not break clients who send it.
func TestEventsAreCompared(t *testing.T) {
	name, size, more := prop.String("name").MaxLen(20), prop.Enum("size", "s", "m"), prop.Int("more")
	made := func(props ...prop.Prop) *event.Type[collection.Record] {
		return event.New("thing.made", collection.New("Thing", props...).View())
	}
	words := collection.New("Word", prop.String("word"))
	gone := event.New("thing.gone", words.View())
	api := func(events ...event.Any) *tenon.App { return tenon.New("Things", "1").Events(events...).MustBuild() }
	for _, v := range oas.Versions() {
		text, err := oas.JSON(api(made(name, size), gone), v)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "released.json")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			what   string
			now    *tenon.App
			breaks bool
		}{
			{"nothing", api(made(name, size), gone), false},
			{"another order", api(gone, made(name, size)), false},
			{"a new event", api(made(name, size), gone, event.New("thing.new", words.View())), false},
			{"a new member", api(made(name, size, more), gone), false},
			{"fewer values", api(made(name, prop.Enum("size", "s")), gone), false},
			{"an event is gone", api(made(name, size)), true},
			{"a member is gone", api(made(name), gone), true},
			{"more values", api(made(name, prop.Enum("size", "s", "m", "l")), gone), true},
			{"longer texts, as in responses", api(made(prop.String("name").MaxLen(30), size), gone), false},
			{"another type", api(made(prop.Int("name"), size), gone), true},
			{"a member may be absent", api(made(name.Optional(), size), gone), true},
			{"for an audience only", api(made(name, size).Audience("staff"), gone), true},
		} {
			failed, logged := judge(t, c.now, file)
			if (failed != "") != c.breaks {
				t.Errorf("%s, %s: breaks %t, want %t:\n%s%s", v, c.what, failed != "", c.breaks, failed, logged)
			}
		}
	}
}
