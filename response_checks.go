package tenon

import (
	"flag"
	"math/rand/v2"
)

// ResponseChecks says which answers of handlers are held against their declaration
// before they are sent. An answer that breaks a rule becomes a 500, and the log
// names the member: the document never lies to a client.
type ResponseChecks uint8

// What to check.
const (
	// InTests checks every answer in programs that "go test" runs, and none in
	// others. It is the default.
	InTests ResponseChecks = iota
	// Never checks none.
	Never
	// Sampled checks one answer in a hundred, by chance.
	Sampled
	// Always checks every answer. It costs about as much as writing it.
	Always
)

// CheckResponses sets which answers are held against their declaration.
func (a API) CheckResponses(c ResponseChecks) API {
	return a.edit(func(d *declaration) { d.checking = c })
}

// decide returns what says of each answer whether it is checked; nil says that
// none is.
func (c ResponseChecks) decide() func() bool {
	switch c {
	case Never:
		return nil
	case Sampled:
		return func() bool { return rand.IntN(100) == 0 }
	case InTests:
		if flag.Lookup("test.v") == nil { // package testing defines it
			return nil
		}
	}
	return func() bool { return true }
}
