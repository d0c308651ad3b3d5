package prop_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/pace"
	"github.com/tenon-go/tenon/prop"
)

// nearly is a text that an expression of repetitions fails on at its very end.
func nearly(n int) []byte { return []byte(`"` + strings.Repeat("a", n) + `b"`) }

func refuses(t *testing.T, p *prop.StringProp[string], text []byte) func() {
	return func() {
		if _, err := p.Parse(text); err == nil {
			t.Error("the text is accepted")
		}
	}
}

// evil are expressions that engines which go back try in very many ways before
// they see the end.
var evil = []string{`^(a+)+$`, `^(a|a)*$`, `^(a|aa)+$`, `^(a*)*$`, `^(.*a){10}$`}

func TestPatternsTakeLinearTime(t *testing.T) {
	const small, times, bar = 8 << 10, 16, 5 * 16
	for _, expr := range evil {
		p := prop.String("p").Pattern(expr)
		if n := pace.Ratio(bar, refuses(t, p, nearly(times*small)), refuses(t, p, nearly(small))); n > bar {
			t.Errorf("%s takes %.0f times as long for %d times as many bytes", expr, n, times)
		}
	}
}

func TestEvilPatternsCostWhatPlainOnesDo(t *testing.T) {
	text := nearly(1 << 20)
	// Beyond ASCII, so that RE2 runs it too.
	plain := refuses(t, prop.String("p").Pattern(`^[aé]*$`), text)
	for _, expr := range evil[:2] {
		const bar = 15
		if n := pace.Ratio(bar, refuses(t, prop.String("p").Pattern(expr), text), plain); n > bar {
			t.Errorf("%s takes %.0f times as long as a plain expression", expr, n)
		}
	}
}

func TestALongTextAmongManyPropertiesCostsItsReading(t *testing.T) {
	const n = 1 << 20
	var props []prop.Prop
	for i := range 50 {
		props = append(props, prop.String(fmt.Sprintf("p%d", i)).MaxLen(100).Optional())
	}
	c := collection.New("Fifty", props...).Create()
	text := nearly(n)
	read := func() {
		if _, err := prop.String("p").Parse(text); err != nil {
			t.Error(err)
		}
	}
	for name, body := range map[string][]byte{
		"a value":        fmt.Appendf(nil, `{"p49":%s}`, nearly(n)),
		"a name":         fmt.Appendf(nil, `{%s:1}`, nearly(n)),
		"of no property": fmt.Appendf(nil, `{"x":%s}`, nearly(n)),
	} {
		const bar = 2
		times := pace.Ratio(bar, func() {
			if _, err := c.Parse(body); err == nil {
				t.Errorf("%s: accepted", name)
			}
		}, read)
		t.Logf("%s: %.2f times its reading", name, times)
		if times > bar {
			t.Errorf("%s takes %.2f times its reading", name, times)
		}
	}
}
