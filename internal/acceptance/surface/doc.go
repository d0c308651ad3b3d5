// Package surface tests what the module exports: nothing that users cannot call.
package surface
