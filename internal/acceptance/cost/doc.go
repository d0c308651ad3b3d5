// Package cost counts what requests and builds allocate, and what a small program links.
package cost
