package kit

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Inputs of every type and in every part of a request.
var (
	InCount  = prop.Int32("count").Optional()
	InBig    = prop.Int64("big").Optional()
	InHash   = prop.Uint64("hash").Optional()
	InRatio  = prop.Float64("ratio").MultipleOf(0.01).Optional()
	InOn     = prop.Bool("on").Optional()
	InDay    = prop.Date("day").Optional()
	InAt     = prop.DateTime("at").Optional()
	InRef    = prop.UUID("ref").Optional()
	InMail   = prop.Email("mail").Optional()
	InLink   = prop.URI("link").Optional()
	InState  = prop.Enum("state", "on", "off").Optional()
	InText   = prop.String("text").MaxLen(20).Optional()
	InIDs    = prop.Array(prop.Int64("ids")).MaxItems(5).Optional()
	InTags   = prop.Array(prop.String("tags").MaxLen(5)).Unique().Optional()
	InMin    = prop.Int("min")
	InMax    = prop.Int("max").Optional()
	InRange  = prop.Object(collection.New("Range", InMin, InMax)).As("range").Optional()
	InTries  = prop.Int32("X-Tries").Max(9).Optional()
	InKinds  = prop.Array(prop.Enum("X-Kinds", "new", "old")).Optional()
	InVisits = prop.Int32("visits").Optional()
	InTheme  = prop.Enum("theme", "dark", "light").Optional()
	InPath   = prop.String("label").MaxLen(10)

	// inSize is a choice whose description alone is larger than an answer may be.
	InSize = prop.Enum("size", manyTexts(3000)...).Optional()
)

func manyTexts(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("a rather long value number %d", i)
	}
	return texts
}

// Given returns the name and the value of an input, or "" if it is absent.
func Given[V any](c *route.Call, p prop.Of[V]) string {
	v, sent := p.Lookup(c)
	if !sent {
		return ""
	}
	return fmt.Sprintf("%s=%v", p.Name(), v)
}

func echoInputs(c *route.Call) (collection.Record, error) {
	between := ""
	if r, sent := InRange.Lookup(c); sent {
		between = fmt.Sprintf("range=%d", InMin.Get(r))
		if most, ok := InMax.Lookup(r); ok {
			between += fmt.Sprintf("..%d", most)
		}
	}
	return Saw(Given(c, InCount), Given(c, InBig), Given(c, InHash), Given(c, InRatio), Given(c, InOn),
		Given(c, InDay), Given(c, InAt), Given(c, InRef), Given(c, InMail), Given(c, InLink), Given(c, InState),
		Given(c, InText), Given(c, InIDs), Given(c, InTags), between,
		Given(c, InTries), Given(c, InKinds), Given(c, InVisits), Given(c, InTheme)), nil
}

// EveryInput returns a request with every input of /inputs.
func EveryInput() *http.Request {
	r := httptest.NewRequest("GET", "/inputs?count=1&big=2&hash=3&ratio=0.5&on=true&day=2026-01-02&at=2026-01-02T03:04:05Z"+
		"&ref=123e4567-e89b-12d3-a456-426614174000&mail=a@example.com&link=https://example.com/&state=on&text=x"+
		"&ids=1,2,3&tags=a&tags=b&range[min]=1&range[max]=2", nil)
	r.Header.Set("X-Tries", "3")
	r.Header.Set("X-Kinds", "new,old")
	r.Header.Set("Cookie", "visits=4; theme=dark")
	return r
}
