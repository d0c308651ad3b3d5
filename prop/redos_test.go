package prop_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// fastest is the least of some measurements: what disturbs one only adds.
func fastest(times int, f func()) time.Duration {
	best := time.Hour
	for range times {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}

// nearly is a text that an expression of repetitions fails on at its very end.
func nearly(n int) []byte { return []byte(`"` + strings.Repeat("a", n) + `b"`) }

func refuses(t *testing.T, p *prop.Text[string], text []byte) func() {
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
	const small, times = 8 << 10, 16
	for _, expr := range evil {
		p := prop.String("p").Pattern(expr)
		short, long := fastest(3, refuses(t, p, nearly(small))), fastest(3, refuses(t, p, nearly(times*small)))
		if long > 5*times*short {
			t.Errorf("%s takes %v for %d bytes, and %v for %d times as many", expr, short, small, long, times)
		}
	}
}

func TestEvilPatternsCostWhatPlainOnesDo(t *testing.T) {
	text := nearly(1 << 20)
	// Beyond ASCII, so that RE2 runs it too.
	plain := fastest(3, refuses(t, prop.String("p").Pattern(`^[aé]*$`), text))
	for _, expr := range evil[:2] {
		if hurt := fastest(3, refuses(t, prop.String("p").Pattern(expr), text)); hurt > 15*plain {
			t.Errorf("%s takes %v, a plain expression %v", expr, hurt, plain)
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
	read := fastest(30, func() {
		if _, err := prop.String("p").Parse(nearly(n)); err != nil {
			t.Error(err)
		}
	})
	for name, body := range map[string][]byte{
		"a value":        fmt.Appendf(nil, `{"p49":%s}`, nearly(n)),
		"a name":         fmt.Appendf(nil, `{%s:1}`, nearly(n)),
		"of no property": fmt.Appendf(nil, `{"x":%s}`, nearly(n)),
	} {
		took := fastest(30, func() {
			if _, err := c.Parse(body); err == nil {
				t.Errorf("%s: accepted", name)
			}
		})
		t.Logf("%s: %.2f times its reading", name, float64(took)/float64(read))
		if took > 2*read {
			t.Errorf("%s takes %v, reading it takes %v", name, took, read)
		}
	}
}
