package oastest

import "math/rand/v2"

// Option changes what [Equivalent] does.
type Option func(*settings)

type settings struct {
	values  int
	seed    uint64
	formats map[string]func(string) bool
}

// defaultValues is how many values a run tries.
const defaultValues = 10_000

func settingsOf(opts []Option) settings {
	s := settings{values: defaultValues, seed: rand.Uint64(), formats: map[string]func(string) bool{}}
	for _, o := range opts {
		o(&s)
	}
	return s
}

// Values sets how many values are tried in the whole run; 10,000 unless it is
// said. Each body and input gets one at least.
func Values(n int) Option { return func(s *settings) { s.values = n } }

// Seed sets where the random values start, so that a failure can be had again.
// The same seed gives the same values as long as the API stays the same.
func Seed(n uint64) Option { return func(s *settings) { s.seed = n } }

// Format says which texts a format of your own accepts, such as that of
// prop.TextOf. Formats that nobody explains are not asserted, as JSON Schema has
// it: what the server refuses because of one is then a disagreement.
func Format(name string, ok func(string) bool) Option {
	return func(s *settings) { s.formats[name] = ok }
}
