package collection_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type entry struct {
	Name string
	N    int
	Tags []string
}

var entries = collection.Many(collection.Of("Entry", func(e *entry) collection.Fields {
	return collection.Fields{
		prop.String("name").MinLen(1).MaxLen(400).At(&e.Name),
		prop.Int("n").Min(0).At(&e.N),
		prop.Array(prop.String("tags")).At(&e.Tags),
	}
}).Create())

// entriesOf returns entries of about size bytes; n is their number.
func entriesOf(size int) (text []byte, n int) {
	one := `{"name":"` + strings.Repeat("a name ", 25) + `","n":12345,"tags":["some","more"]},`
	n = size / len(one)
	return []byte("[" + strings.TrimSuffix(strings.Repeat(one, n), ",") + "]"), n
}

// An entry needs no more allocations in a list of up to 64 MiB, and no more than twice the
// memory, since a growing list may have just doubled its capacity.
func TestCostOfReadingGrowsWithTheSize(t *testing.T) {
	type cost struct{ allocations, bytes float64 } // of an entry
	read := func(size int) cost {
		text, n := entriesOf(size)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		all, err := entries.Parse(text)
		runtime.ReadMemStats(&after)
		if err != nil || len(all) != n {
			t.Fatalf("%d of %d entries, %v", len(all), n, err)
		}
		return cost{float64(after.Mallocs-before.Mallocs) / float64(n), float64(after.TotalAlloc-before.TotalAlloc) / float64(n)}
	}
	small := read(1 << 20)
	for _, size := range []int{8 << 20, 64 << 20} {
		if large := read(size); large.allocations > 1.02*small.allocations || large.bytes > 2*small.bytes {
			t.Errorf("an entry among %d bytes costs %.2f allocations of %.0f bytes, among 1 MiB %.2f of %.0f",
				size, large.allocations, large.bytes, small.allocations, small.bytes)
		}
	}
}

func BenchmarkReading(b *testing.B) {
	for _, size := range []int{1 << 10, 32 << 10, 1 << 20, 64 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			text, _ := entriesOf(size)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := entries.Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Duplicate members are found in any order: members in the declared order are decoded
// differently from others.
func TestDuplicateMembersAreFound(t *testing.T) {
	const name, n, tags = `"name":"x"`, `"n":1`, `"tags":[]`
	for _, order := range [][]string{
		{name, name}, {n, n}, {name, n, name}, {n, name, n}, {tags, name, tags}, {name, n, tags, tags},
		{tags, n, n}, {name, n, tags, name}, {`"\u006eame":"x"`, name}, {name, `"\u006eame":"x"`}, {`"z":1`, name, `"z":1`},
	} {
		text := "[{" + strings.Join(order, ",") + "}]"
		_, err := entries.Parse([]byte(text))
		if malformed, ok := err.(*prop.SyntaxError); !ok {
			t.Errorf("%s: %v", text, err)
		} else if !strings.Contains(malformed.Error(), "duplicate") {
			t.Errorf("%s: %v", text, malformed)
		}
	}
}
