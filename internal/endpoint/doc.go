// Package endpoint serves operations. An [Operation] is what a route declares; Compile
// makes an [Endpoint] of it, an http.Handler with everything a request needs looked up
// before. A request is a list of stages, which pipeline.go draws; each has a file.
//
// Package route is what users declare operations with, package media what reads and
// writes their bodies.
package endpoint
