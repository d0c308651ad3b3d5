package render

import "sync"

// Buffers are the rooms in which problems are written before they are sent, each for
// one after the other. The zero value has none yet; nil keeps none. It is for sibling
// packages.
type Buffers struct{ pool sync.Pool }

// maxKept is how large a room may be that is kept.
const maxKept = 16 << 10

// get returns a room, which has about n bytes if it is a new one.
func (b *Buffers) get(n int) *[]byte {
	if b != nil {
		if room, ok := b.pool.Get().(*[]byte); ok {
			return room
		}
	}
	room := make([]byte, 0, n)
	return &room
}

// put takes back a room, of which nobody has any part.
func (b *Buffers) put(room *[]byte) {
	if b != nil && cap(*room) <= maxKept {
		b.pool.Put(room)
	}
}
