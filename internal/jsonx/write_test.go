package jsonx_test

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tenon-go/tenon/internal/jsonx"
)

var texts = []struct{ text, want string }{
	{"", `""`},
	{"plain", `"plain"`},
	{"é, 😀 and \u2028", "\"é, 😀 and \u2028\""},
	{`"\/`, `"\"\\/"`},
	{"\b\t\n\f\r", `"\b\t\n\f\r"`},
	{"\x00\x01\x1f\x7f", `"\u0000\u0001\u001f` + "\x7f" + `"`},
	{"<a href='&'>", `"<a href='&'>"`},
	{"a\nb\x0bé\"", `"a\nb\u000bé\""`},
	{"\ufffd", "\"\ufffd\""},
}

func TestAppendString(t *testing.T) {
	for _, c := range texts {
		got, err := jsonx.AppendString([]byte("x"), c.text)
		if err != nil || string(got) != "x"+c.want {
			t.Errorf("%q is written as %s, %v; want x%s", c.text, got, err, c.want)
		}
		var back string
		if err := json.Unmarshal(got[1:], &back); err != nil || back != c.text {
			t.Errorf("%q reads back as %q, %v", c.text, back, err)
		}
	}
}

func TestAppendStringRefusesInvalidUTF8(t *testing.T) {
	for _, text := range []string{"\xff", "a\x80b", "\xc0\x80", "\xed\xa0\x80", "\n\"\xe2\x82", "é\n\xf4\x90\x80\x80"} {
		got, err := jsonx.AppendString([]byte("before"), text)
		if !errors.Is(err, jsonx.ErrUTF8) || string(got) != "before" {
			t.Errorf("%q: %q, %v; want the bytes as they were and ErrUTF8", text, got, err)
		}
	}
}

func FuzzAppendStringAgreesWithJSONText(f *testing.F) {
	for _, c := range texts {
		f.Add(c.text)
	}
	f.Add("a\xffb")
	f.Fuzz(func(t *testing.T, text string) {
		want, wantErr := jsontext.AppendQuote(nil, text)
		got, err := jsonx.AppendString(nil, text)
		if (err == nil) != (wantErr == nil) || err == nil && string(got) != string(want) {
			t.Errorf("%q is written as %s, %v; want %s, %v", text, got, err, want, wantErr)
		}
	})
}

func TestAppendFloat(t *testing.T) {
	for _, c := range []struct {
		value float64
		bits  int
		want  string
	}{
		{0, 64, "0"},
		{math.Copysign(0, -1), 64, "0"},
		{math.Copysign(0, -1), 32, "0"},
		{1, 64, "1"},
		{-1.5, 64, "-1.5"},
		{0.1, 64, "0.1"},
		{0.1, 32, "0.1"},
		{float64(float32(0.1)), 64, "0.10000000149011612"},
		{float64(float32(0.1)), 32, "0.1"},
		{1e-6, 64, "0.000001"},
		{1e-7, 64, "1e-7"},
		{float64(float32(1e-6)), 32, "0.000001"},
		{float64(float32(1e-7)), 32, "1e-7"},
		{-1.25e-10, 64, "-1.25e-10"},
		{-1.25e-9, 64, "-1.25e-9"},
		{1e-100, 64, "1e-100"},
		{999999999999999900000, 64, "999999999999999900000"},
		{float64(float32(1e21)), 32, "1e+21"},
		{1e20, 64, "100000000000000000000"},
		{1e21, 64, "1e+21"},
		{9007199254740993, 64, "9007199254740992"},
		{math.MaxFloat64, 64, "1.7976931348623157e+308"},
		{math.SmallestNonzeroFloat64, 64, "5e-324"},
		{math.SmallestNonzeroFloat64, 32, "0"},
		{math.MaxFloat32, 32, "3.4028235e+38"},
		{2.5, 0, "2.5"},
	} {
		got, err := jsonx.AppendFloat([]byte("x"), c.value, c.bits)
		if err != nil || string(got) != "x"+c.want {
			t.Errorf("%v in %d bits is written as %s, %v; want x%s", c.value, c.bits, got, err, c.want)
		}
	}
}

func FuzzAppendFloatReadsBack(f *testing.F) {
	for _, value := range []float64{0, 1, -0.1, 1e-6, 1e-7, 9.5e-7, 1e20, 1e21, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value float64) {
		for _, bits := range []int{32, 64} {
			want := value
			if bits == 32 {
				want = float64(float32(value))
			}
			if math.IsNaN(want) || math.IsInf(want, 0) {
				continue
			}
			got, err := jsonx.AppendFloat(nil, value, bits)
			back, parseErr := strconv.ParseFloat(string(got), bits)
			if err != nil || parseErr != nil || back != want {
				t.Errorf("%v in %d bits is written as %s, %v", value, bits, got, err)
			}
			var oracle []byte // encoding/json writes numbers like ECMAScript, too
			if bits == 32 {
				oracle, _ = json.Marshal(float32(value))
			} else {
				oracle, _ = json.Marshal(value)
			}
			if want != 0 && string(got) != string(oracle) {
				t.Errorf("%v in %d bits is written as %s, want %s", value, bits, got, oracle)
			}
		}
	})
}

func TestAppendFloatRefusesWhatIsNotFinite(t *testing.T) {
	for _, c := range []struct {
		value float64
		bits  int
	}{{math.NaN(), 64}, {math.Inf(1), 64}, {math.Inf(-1), 64}, {math.NaN(), 32}, {math.Inf(1), 32}, {1e300, 32}} {
		got, err := jsonx.AppendFloat([]byte("x"), c.value, c.bits)
		if !errors.Is(err, jsonx.ErrNotFinite) || string(got) != "x" {
			t.Errorf("%v in %d bits: %s, %v; want x and ErrNotFinite", c.value, c.bits, got, err)
		}
	}
}
