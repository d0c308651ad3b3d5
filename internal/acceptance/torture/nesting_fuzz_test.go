package torture_test

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// everyNesting is an API of one recursive value that has members of all kinds of nesting.
func everyNesting() tenon.API {
	var of nestOf
	of = nestOf{collection: func() *collection.Collection[nest] {
		fields := []collection.Field{
			collection.AtOptionalFunc(prop.Array(of.lazy("bulk")).Optional(), func(n *nest) **[]nest { return &n.Bulk }),
			collection.AtOptionalFunc(prop.String("note").Optional(), func(n *nest) **string { return &n.Note }),
		}
		for _, n := range []string{"lazy", "arrays", "map", "map of arrays", "untagged", "array of untagged", "map of untagged"} {
			named := nestOf{of.collection, strings.ReplaceAll(n, " ", "")}
			for _, way := range nestings {
				if way.name == n {
					fields = append(fields, way.member(named))
				}
			}
		}
		return collection.Of("Nest", func(*nest) collection.Fields { return fields })
	}}
	return tenon.New("Nests", "1").
		Logger(slog.New(slog.NewTextHandler(io.Discard, nil))).
		Add(route.Post("/nests", of.collection().Create(), of.collection().View()).
			Handle(func(_ *route.Call, n nest) (nest, error) { return n, nil }))
}

// pathBytes is what the paths of violations take: at most 100, of 64 steps.
const pathBytes = 1 << 20

// Whatever is sent, the server allocates in proportion to it.
func FuzzWorkIsLinear(f *testing.F) {
	app := kit.Build(f, everyNesting())
	for _, n := range nestings {
		name := strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(n.name, " last"), " of tagged"), " ", "")
		before, after, _ := strings.Cut(strings.ReplaceAll(n.text("\x00"), "%", name), "\x00")
		f.Add([]byte(strings.Repeat(before, 15)+"{}"+strings.Repeat(after, 15)), uint8(1))
		f.Add([]byte(before+"{}"+after), uint8(200))
	}
	const several, no = `{"muntagged":{"oneuntagged":`, `{"muntagged":{"z":1,"oneuntagged":`
	f.Add([]byte(strings.Repeat(several, 30)+"{}"+strings.Repeat("}}", 30)), uint8(1))
	f.Add([]byte(strings.Repeat(no, 30)+"{}"+strings.Repeat("}}", 30)), uint8(1))
	f.Add([]byte(several+"{}}}"), uint8(255))
	f.Fuzz(func(t *testing.T, text []byte, times uint8) {
		body := string(text)
		if times > 1 { // a flat list of the same
			body = `{"bulk":[` + strings.Repeat(body+",", int(times)) + body + `]}`
		}
		least := uint64(1 << 62)
		for range 4 { // what runs beside the test allocates too
			if least = min(least, kit.Allocated(func() { kit.Send(t, app, "POST", "/nests", body) })); least <= pathBytes+bytesPerByte*uint64(len(body)) {
				return
			}
		}
		t.Errorf("%d bytes allocate %d, %d for each", len(body), least, least/uint64(len(body)))
	})
}
