package jsonx

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// names are the member names of the objects that are open, those of the innermost last,
// to find duplicates.
type names struct {
	list      []name
	unescaped []byte // names with escapes, unescaped

	tables []table
	used   int // tables of open objects
	seed   maphash.Seed
}

// name is the offset of a name in the document or, if negative, in unescaped.
type name struct {
	key        uint64
	start, end int
}

// fewNames is the greatest number of names for which comparing with each is faster than hashing.
const fewNames = 16

func (n *names) reset() {
	if cap(n.list) > keepLimit/24 || cap(n.unescaped) > keepLimit {
		n.list, n.unescaped = nil, nil
	}
	for i := range n.tables {
		if cap(n.tables[i].slots) > keepLimit/4 {
			n.tables = nil
			break
		}
	}
	n.list, n.unescaped, n.used = n.list[:0], n.unescaped[:0], 0
}

// add adds the name in the string between two offsets, unless the object has it.
func (n *names) add(doc []byte, l *level, start, end int, escaped bool) bool {
	this := name{start: start + 1, end: end - 1}
	text := doc[this.start:this.end]
	if escaped {
		from := len(n.unescaped)
		n.unescaped = appendUnescaped(n.unescaped, text)
		text = n.unescaped[from:]
		this.start, this.end = -1-from, -1-len(n.unescaped)
	}
	this.key = keyOf(text)
	own := n.list[l.names:]
	if len(own) < fewNames {
		for i := range own {
			if own[i].key == this.key && bytes.Equal(n.text(doc, own[i]), text) {
				return false
			}
		}
		n.list = append(n.list, this)
		return true
	}
	if l.table == 0 {
		l.table = n.tabled()
	}
	t := &n.tables[l.table-1]
	if 2*len(own) >= len(t.slots) {
		t.size(4 * len(own))
		n.fill(t, doc, own)
	}
	slot := t.find(n, doc, own, this.key, text)
	if *slot != 0 {
		return false
	}
	n.list = append(n.list, this)
	*slot = uint32(len(own) + 1)
	return true
}

// last returns the name added last, unescaped, if it has escapes.
func (n *names) last() []byte {
	this := n.list[len(n.list)-1]
	return n.unescaped[-1-this.start : -1-this.end]
}

// forget drops the names of an object that has ended.
func (n *names) forget(l *level) {
	n.list = n.list[:l.names]
	if l.table != 0 {
		n.used--
	}
}

func (n *names) text(doc []byte, of name) []byte {
	if of.start < 0 {
		return n.unescaped[-1-of.start : -1-of.end]
	}
	return doc[of.start:of.end]
}

// keyOf returns a key that differs for most names.
func keyOf(text []byte) uint64 {
	if n := len(text); n >= 8 {
		first, last := binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[n-8:])
		return first ^ bits.RotateLeft64(last, 29)*0x9E3779B97F4A7C15 ^ uint64(n)
	}
	key := uint64(len(text)) << 56
	for i, c := range text {
		key |= uint64(c) << (8 * i)
	}
	return key
}

// table finds a name among those of an object with many. Its hash has a seed of its own:
// a client cannot choose names that share a slot.
type table struct{ slots []uint32 } // 1 + the index of a name; 0: free

// tabled returns an empty table for the names of an object.
//
//go:noinline
func (n *names) tabled() (index int) {
	if n.seed == (maphash.Seed{}) {
		n.seed = maphash.MakeSeed()
	}
	if n.used == len(n.tables) {
		n.tables = append(n.tables, table{})
	}
	t := &n.tables[n.used]
	t.slots = t.slots[:0]
	n.used++
	return n.used
}

// size makes the table empty, with room for at least so many slots: only as many as
// the object needs are cleared.
func (t *table) size(slots int) {
	slots = 1 << bits.Len(uint(slots-1))
	if cap(t.slots) < slots {
		t.slots = make([]uint32, slots)
		return
	}
	t.slots = t.slots[:slots]
	clear(t.slots)
}

func (n *names) fill(t *table, doc []byte, own []name) {
	for i, this := range own {
		*t.find(n, doc, own, this.key, n.text(doc, this)) = uint32(i + 1)
	}
}

// find returns the slot of a name, or a free slot for it.
func (t *table) find(n *names, doc []byte, own []name, key uint64, text []byte) *uint32 {
	mask := len(t.slots) - 1
	for i := int(maphash.Bytes(n.seed, text)) & mask; ; i = (i + 1) & mask {
		slot := &t.slots[i]
		if *slot == 0 {
			return slot
		}
		if this := own[*slot-1]; this.key == key && bytes.Equal(n.text(doc, this), text) {
			return slot
		}
	}
}
