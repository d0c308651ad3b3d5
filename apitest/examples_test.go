package apitest_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type card struct {
	ID    int
	Title string
	Stars int
}

var (
	cardID    = prop.Int("id").ReadOnly()
	cardTitle = prop.String("title").MinLen(1).MaxLen(20)
	cardStars = prop.Int("stars").Min(0).Max(5).Default(0)
	cards     = collection.Of("Card", func(c *card) collection.Fields {
		return collection.Fields{cardID.At(&c.ID).Key(), cardTitle.At(&c.Title), cardStars.At(&c.Stars)}
	})
)

// cardsApp serves cards whose titles need stars, if there are rules for them.
func cardsApp(stars func(*card) error) *tenon.App {
	var mu sync.Mutex
	all := map[int]card{}
	byID := cardID.As("card")
	small, large := card{1, "Small", 1}, card{1, "Large", 5}
	return tenon.New("Cards", "1").Add(
		route.Post("/cards", cards.Create().Example("small", "", small).Example("large", "", large), cards.View().Example("small", "", small)).Fails(render.Conflict).
			Handle(func(_ *route.Call, c card) (card, error) {
				mu.Lock()
				defer mu.Unlock()
				c.ID = len(all) + 1
				err := stars(&c)
				all[c.ID] = c
				return c, err
			}),
		route.Get("/cards/{card}", cards.View()).Path(byID).Fails(render.NotFound).Handle(func(c *route.Call) (card, error) {
			mu.Lock()
			defer mu.Unlock()
			if found, ok := all[byID.Get(c)]; ok {
				return found, nil
			}
			return card{}, render.NotFound
		}),
		route.Put("/cards/{card}", cards.Create().Example("large", "", large), cards.View().Example("large", "", large)).Path(byID).Fails(render.Conflict).
			Handle(func(c *route.Call, in card) (card, error) {
				in.ID = byID.Get(c)
				return in, stars(&in)
			}),
	).MustBuild()
}

// failures records what a test reports.
type failures struct {
	testing.TB
	text []string
}

func (f *failures) Errorf(format string, args ...any) {
	f.text = append(f.text, fmt.Sprintf(format, args...))
}
func (f *failures) Error(args ...any) { f.text = append(f.text, fmt.Sprint(args...)) }

func TestExamplesRun(t *testing.T) {
	const accepted = "examples are accepted\n"
	apitest.Examples(t, cardsApp(func(*card) error { return nil }))
	for name, tt := range map[string]struct {
		stars func(*card) error
		want  []string
	}{
		"another value": {func(c *card) error { c.Stars = min(c.Stars, 4); return nil }, []string{"a create shows what was sent", "responses are as their examples\nPUT /cards/{card}, example \"large\": /stars: 4, not 5"}},
		"a problem":     {func(*card) error { return render.Conflict }, []string{accepted, accepted, accepted}},
	} {
		f := &failures{TB: t}
		apitest.Examples(f, cardsApp(tt.stars))
		for i, want := range tt.want {
			if len(f.text) != len(tt.want) || !strings.Contains(f.text[i], want) {
				t.Errorf("%s: %q, want %q", name, f.text, tt.want)
				break
			}
		}
	}
	f := &failures{TB: t}
	if apitest.Examples(f, cardsApp(func(*card) error { return nil }), apitest.Only("GET /cards/{card}")); len(f.text) != 1 {
		t.Errorf("without examples: %q", f.text)
	}
}
