package match

import "github.com/tenon-go/tenon/internal/octets"

// table is a hash table of literals. It is at most half full and does not change after the
// first search, so that requests cannot fill it.
type table struct {
	slots []edge // a power of two; to is nil in empty slots
	size  int
}

func newTable(edges []edge) *table {
	room := 2
	for room < 4*len(edges) { // so that the next table is needed only for twice as many
		room *= 2
	}
	t := &table{slots: make([]edge, room)}
	for _, e := range edges {
		t.add(e)
	}
	return t
}

// full reports whether another literal needs a larger table.
func (t *table) full() bool { return 2*t.size >= len(t.slots) }

func (t *table) add(e edge) {
	*t.slot(e.literal) = e
	t.size++
}

// slot returns the slot of a literal, which is empty if the table does not have it.
func (t *table) slot(literal string) *edge {
	for i := hash(literal); ; i++ {
		e := &t.slots[i&uint64(len(t.slots)-1)]
		if e.to == nil || e.literal == literal {
			return e
		}
	}
}

// hash mixes all bytes of s: segments are short.
func hash(s string) uint64 {
	const odd = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio: Knuth, The Art of Computer Programming 3, §6.4
	h := uint64(len(s))
	for len(s) >= 8 {
		h = (h ^ octets.Eight(s)) * odd
		h ^= h >> 32
		s = s[8:]
	}
	var rest uint64
	for i := range len(s) {
		rest = rest<<8 | uint64(s[i])
	}
	h = (h ^ rest) * odd
	return h ^ h>>32
}
