// Package endpoint serves operations. A route declares an [Operation]; Compile returns its
// [Endpoint], an http.Handler that has looked up everything a request needs. A request passes a
// list of stages; see pipeline.go. Each stage has a file.
//
// Users declare operations with package route; package media reads and writes their bodies.
package endpoint
