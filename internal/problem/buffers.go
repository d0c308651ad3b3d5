package problem

import "sync"

// Buffers reuses the buffers in which problems are written. The zero value is empty; nil
// reuses none.
type Buffers struct{ pool sync.Pool }

// maxBuffer is the capacity up to which a buffer is reused.
const maxBuffer = 16 << 10

// get returns a buffer; a new one has room for a problem.
func (b *Buffers) get(p *Problem) *[]byte {
	if b != nil {
		if buffer, ok := b.pool.Get().(*[]byte); ok {
			return buffer
		}
	}
	buffer := make([]byte, 0, p.size())
	return &buffer
}

// put takes back a buffer that nothing refers to any more.
func (b *Buffers) put(buffer *[]byte) {
	if b != nil && cap(*buffer) <= maxBuffer {
		b.pool.Put(buffer)
	}
}
