// Package calls tests what a handler gets: its inputs and its call, which keep nothing for the
// next request, the middleware around it, and absent, null and zero values of every binding.
package calls
