package contents_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/pace"
)

// Whatever the names in brackets are, the time to reject a form grows with its size alone.
func TestBracketsTakeLinearTime(t *testing.T) {
	app := kit.Build(t, kit.API(postOrder().Handle(serveOrder)))
	const few, many = 500, 4000
	for name, field := range map[string]func(i int) string{
		"members":         func(i int) string { return fmt.Sprintf("metadata[k%d]=v", i) },
		"one member":      func(int) string { return "metadata[k]=v" },
		"items":           func(int) string { return "expand[]=v" },
		"indexes":         func(i int) string { return fmt.Sprintf("expand[%d]=v", i) },
		"indexes, gaps":   func(i int) string { return fmt.Sprintf("expand[%d]=v", 2*i) },
		"objects":         func(i int) string { return fmt.Sprintf("items[%d][x]=v", i) },
		"unknown members": func(i int) string { return fmt.Sprintf("u%d[k]=v", i) },
		"long names":      func(i int) string { return fmt.Sprintf("metadata[%d%s]=v", i, strings.Repeat("x", 100)) },
	} {
		body := func(n int) string {
			var b strings.Builder
			for i := range n {
				b.WriteString(field(i) + "&")
			}
			return b.String()
		}
		small, large := body(few), body(many)
		send := func(body string) func() {
			return func() { kit.Send(t, app, "POST", "/orders", body, urlencoded) }
		}
		if got := kit.Send(t, app, "POST", "/orders", large, urlencoded); got.Status >= 500 || got.Status < 400 {
			t.Errorf("%s: %d %.200s", name, got.Status, got.Body)
		}
		const bar = 3 * many / few
		if n := pace.Ratio(bar, send(large), send(small)); n > bar {
			t.Errorf("%s: %.0f times as long, for %d times as much", name, n, many/few)
		}
	}
}
