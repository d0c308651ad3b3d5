package codec

import "sync"

// Once is [sync.OnceValue], which the compiler would otherwise copy into each function that uses it.
//
//go:noinline
func Once[V any](f func() V) func() V { return sync.OnceValue(f) }

// OnceCodec is Once for a codec.
func OnceCodec(compile func() Codec) func() Codec {
	l := &lateCodec{compile: compile}
	return l.get
}

// lateCodec is a codec that is compiled at the first use.
type lateCodec struct {
	once    sync.Once
	compile func() Codec
	codec   Codec
}

func (l *lateCodec) get() Codec {
	l.once.Do(func() { l.codec = l.compile() })
	if l.codec == nil {
		return l.compile() // which has panicked, and does again
	}
	return l.codec
}
