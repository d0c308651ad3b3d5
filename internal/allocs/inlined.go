package allocs

// Inlined reports whether the compiler inlines calls. Without that (-gcflags=-l),
// more values are on the heap than a program has there.
//
// Inlined itself is not: of a literal in a call that is inlined elsewhere, the
// compiler leaves the calls as they are.
//
//go:noinline
func Inlined() bool { return Least(func() { *fresh() = 1 }) == 0 }

// fresh returns a pointer to what is on the heap unless the call is inlined.
func fresh() *int { return new(int) }
