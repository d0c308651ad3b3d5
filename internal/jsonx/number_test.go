package jsonx_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon/internal/jsonx"
)

func TestIntegersAreWrittenAsStrconvDoes(t *testing.T) {
	numbers := []int64{math.MaxInt64, math.MinInt64}
	for n := range int64(1e5) {
		numbers = append(numbers, n, n*997)
	}
	for power := int64(1); power < 1e18; power *= 10 {
		numbers = append(numbers, power-1, power, power+1, 7*power, 10*power-1)
	}
	for bit := range 63 {
		numbers = append(numbers, 1<<bit-1, 1<<bit, 1<<bit+1)
	}
	room := make([]byte, 0, 64)
	for _, n := range numbers {
		for _, i := range []int64{n, -n} {
			want := strconv.FormatInt(i, 10)
			for _, b := range [][]byte{nil, room, append(make([]byte, 0, 4), "ab"...)} {
				if got := string(jsonx.AppendInt(b, i)); got != string(b)+want {
					t.Errorf("%d behind %q is written as %s", i, b, got)
				}
			}
		}
	}
}

func TestNumbersOfFewDigitsAreWrittenAsStrconvDoes(t *testing.T) {
	for _, scale := range []float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7} {
		for n := int64(1); n < 1e16; n = n*3 + 7 {
			exact := float64(n) / scale
			for _, f := range []float64{exact, math.Nextafter(exact, 0), math.Nextafter(exact, 1e300), -exact} {
				if size := math.Abs(f); size < 1e-6 || size >= 1e21 {
					continue
				}
				got, err := jsonx.AppendFloat(nil, f, 64)
				if want := strconv.FormatFloat(f, 'f', -1, 64); err != nil || string(got) != want {
					t.Errorf("%s is written as %s, %v", want, got, err)
				}
			}
		}
	}
}
