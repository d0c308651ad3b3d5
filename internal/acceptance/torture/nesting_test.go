package torture_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// bytesPerByte is how much the server may allocate for a byte of a request, to read it, to
// write it again and to list the violations.
const bytesPerByte = 250

// fixedBytes is what a request may allocate beside that.
const fixedBytes = 256 << 10

// allocatedBy sends a request that gets a response with this status, and returns how many
// bytes that allocates.
func allocatedBy(t testing.TB, app http.Handler, body string, status int) uint64 {
	t.Helper()
	return kit.Allocated(func() {
		if w := kit.Send(t, app, "POST", "/nests", body); w.Status != status {
			t.Fatalf("%d, want %d: %.300s", w.Status, status, w.Body)
		}
	})
}

// The memory of a request is linear in its size, however its values are nested, both deep and
// flat.
func TestMemoryIsLinearInEveryNesting(t *testing.T) {
	const small, large = 32 << 10, 128 << 10
	for _, a := range nestings {
		for _, b := range nestings {
			t.Run(a.name+" of "+b.name, func(t *testing.T) {
				status := max(a.status, b.status, http.StatusCreated)
				app := kit.Build(t, nested(a, b))
				var cost [2]uint64
				for i, size := range []int{small, large} {
					text := nestedText(a, b, 80, size)
					allocatedBy(t, app, text, status) // fills the pools
					cost[i] = allocatedBy(t, app, text, status)
					if most := uint64(fixedBytes + bytesPerByte*len(text)); cost[i] > most {
						t.Errorf("%d bytes allocate %d, %d for each", len(text), cost[i], cost[i]/uint64(len(text)))
					}
				}
				if most := 6*cost[0] + fixedBytes; cost[1] > most {
					t.Errorf("four times the content allocates %d times as much: %d and %d", cost[1]/cost[0], cost[0], cost[1])
				}
			})
		}
	}
}

// A value with levels that all match two cases of a union is read a bounded number of times.
func TestAValueOfSeveralCasesCostsLittle(t *testing.T) {
	several := nestings[len(nestings)-2]
	app := kit.Build(t, nested(several, several))
	text := strings.Repeat(`{"mA":{"oneA":{"mB":{"oneB":`, 9) + "{}" + strings.Repeat("}}}}", 9)
	request := func() uint64 {
		return allocatedBy(t, app, text, http.StatusUnprocessableEntity)
	}
	request()
	if n := request(); n > 256<<10 {
		t.Errorf("%d bytes allocate %d", len(text), n)
	}
}

func BenchmarkValueOfSeveralCases(b *testing.B) {
	several := nestings[len(nestings)-2]
	app := kit.Build(b, nested(several, several))
	text := strings.Repeat(`{"mA":{"oneA":{"mB":{"oneB":`, 9) + "{}" + strings.Repeat("}}}}", 9)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		allocatedBy(b, app, text, http.StatusUnprocessableEntity)
	}
}

func BenchmarkNesting(b *testing.B) {
	for _, a := range nestings {
		for _, c := range nestings {
			app := kit.Build(b, nested(a, c))
			for size := 64 << 10; size <= 1<<20; size *= 4 {
				b.Run(fmt.Sprintf("%s of %s/%dKiB", a.name, c.name, size>>10), func(b *testing.B) {
					text := nestedText(a, c, 80, size-4_000)
					status := max(a.status, c.status, http.StatusCreated)
					b.SetBytes(int64(len(text)))
					var sum uint64
					for b.Loop() {
						sum += allocatedBy(b, app, text, status)
					}
					b.ReportMetric(float64(sum)/float64(b.N)/float64(len(text)), "allocated/byte")
				})
			}
		}
	}
}
