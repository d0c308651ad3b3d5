package oastest

import "math/rand/v2"

// Option configures [Equivalent].
type Option func(*settings)

type settings struct {
	values  int
	seed    uint64
	formats map[string]func(string) bool
}

// defaultValues is the default of [Values].
const defaultValues = 10_000

func settingsOf(opts []Option) settings {
	s := settings{values: defaultValues, seed: rand.Uint64(), formats: map[string]func(string) bool{}}
	for _, o := range opts {
		o(&s)
	}
	return s
}

// Values sets how many values a run tries. The default is 10,000. Each body and input gets
// at least one.
func Values(n int) Option { return func(s *settings) { s.values = n } }

// Seed sets the seed of the random values, to reproduce a failure. The same seed gives the
// same values for the same API.
func Seed(n uint64) Option { return func(s *settings) { s.seed = n } }

// Format declares the strings that a custom format accepts, such as that of prop.TextOf.
// Unknown formats are not asserted, as in JSON Schema: a value that the server rejects because
// of one is a disagreement.
func Format(name string, ok func(string) bool) Option {
	return func(s *settings) { s.formats[name] = ok }
}
