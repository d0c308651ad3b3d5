package prop_test

import (
	"errors"
	"testing"

	"github.com/tenon-go/tenon/prop"
)

func TestDigitsThatAFloatLosesNeverBreakARule(t *testing.T) {
	below := prop.Float64("p").Min(0.1).ExclusiveMax(1)
	thirds := prop.Float64("p").MultipleOf(3)
	for _, c := range []struct {
		p    *prop.NumberProp[float64]
		text string
		code string // "" if it is taken
	}{
		{below, `0.5`, ""},
		{below, `0.33333333333333333333333`, ""},
		{below, `0.1000000000000000000000000`, ""},
		{below, `0.99999999999999999999999999`, "precision"}, // would be kept, and written, as 1
		{below, `1.0000000000000000000000000`, "exclusive_max"},
		{below, `1.0000000000000000000000001`, "exclusive_max"},
		{below, `0.0999999999999999999999999`, "min"}, // would be kept as 0.1
		{thirds, `9007199254740990`, ""},
		{thirds, `9007199254740993`, "precision"}, // a multiple of 3, but 2^53 is not
		{thirds, `9007199254740992`, "multiple_of"},
	} {
		_, err := c.p.Parse([]byte(c.text))
		if c.code == "" {
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
			}
			continue
		}
		if vs, ok := errors.AsType[prop.Violations](err); !ok || len(vs) != 1 || vs[0].Code != c.code {
			t.Errorf("%s: %v, want %s", c.text, err, c.code)
		}
	}
}

func TestTimesThatCannotBeWrittenAreRefused(t *testing.T) {
	p := prop.DateTime("p")
	for text, ok := range map[string]bool{
		`"0000-01-01T00:00:00Z"`:             true,
		`"0000-01-01T00:00:00+00:01"`:        false,
		`"9999-12-31T23:59:59.999999Z"`:      true,
		`"9999-12-31T23:59:59.999999-00:01"`: false,
		`"0000-01-01T00:00:00-23:59"`:        true,
	} {
		v, err := p.Parse([]byte(text))
		if (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := p.Append(nil, v); ok && err != nil {
			t.Errorf("%s is read and cannot be written: %v", text, err)
		}
	}
}

// Values are written with as many digits as they need, or with a fixed number of them.
func TestTimesKeepTheirFraction(t *testing.T) {
	for _, tt := range []struct {
		p        *prop.DateTimeProp
		in, want string
	}{
		{prop.DateTime("p"), `"2026-01-02T03:04:05Z"`, `"2026-01-02T03:04:05.000000Z"`},
		{prop.DateTime("p"), `"2026-01-02T03:04:05.1234567+01:00"`, `"2026-01-02T02:04:05.123456700Z"`},
		{prop.DateTime("p"), `"2026-01-02T03:04:05.123456789987Z"`, `"2026-01-02T03:04:05.123456789Z"`},
		{prop.DateTime("p").Fraction(0), `"2026-01-02T03:04:05.9Z"`, `"2026-01-02T03:04:05Z"`},
		{prop.DateTime("p").Fraction(3), `"2026-01-02T03:04:05.9999Z"`, `"2026-01-02T03:04:05.999Z"`},
		{prop.DateTime("p").Fraction(3), `"0000-01-01T00:00:00.0001Z"`, `"0000-01-01T00:00:00.000Z"`},
		{prop.DateTime("p").Fraction(3).Optional(), `"2026-01-02T03:04:05Z"`, `"2026-01-02T03:04:05.000Z"`},
		{prop.DateTime("p").Fraction(9), `"2026-01-02T03:04:05.5Z"`, `"2026-01-02T03:04:05.500000000Z"`},
	} {
		v, err := tt.p.Parse([]byte(tt.in))
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		got, err := tt.p.Append(nil, v)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.in, got, err, tt.want)
		}
		// What the handler gets is what clients see.
		if again, err := tt.p.Parse(got); err != nil || !again.Equal(v) {
			t.Errorf("%s: read as %v, written as %s", tt.in, v, got)
		}
	}
}
