package allocs

// Inlined reports whether the compiler inlines calls. Without inlining (-gcflags=-l), more
// values escape to the heap.
//
// Inlined itself is not inlined, because the compiler does not inline the calls of a function
// literal in an inlined call.
//
//go:noinline
func Inlined() bool { return Least(func() { *fresh() = 1 }) == 0 }

// fresh returns a pointer to a heap value, unless the call is inlined.
func fresh() *int { return new(int) }
