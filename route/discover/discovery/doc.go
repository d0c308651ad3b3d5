// Package discovery is the program discover, for one with a cache of its own:
//
//	// Command discover shares what it finds with all machines of the team.
//	package main
//
//	func main() { discovery.Main(shared) } // a tenon.Cache
package discovery
