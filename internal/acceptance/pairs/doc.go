// Package pairs builds an API of every two features of the library, and holds laws
// against every request that it answers: what breaks where two features meet, breaks
// here. Everything in it is a test; TestPairs prints how many pairs there are, how
// many run, and why the others cannot be.
//
//	go test ./internal/acceptance/pairs
//	TENON_TRIPLES="5000 42" go test ./internal/acceptance/pairs -run Triples
//
// # How it works
//
// A feature is a value with a name and a function that adds it to a draft: a scheme, a
// property, a plan, a limit. What an API is made of otherwise is always the same: a
// resource of items whose store has a shelf for each subject, so that nothing that one
// subject does has any meaning for another. A pair is built, and an instance of it is
// asked: everything by everybody, and each request as each feature changes it and as
// both do. An exchange keeps the request, who sent it, and the answer. A law looks at
// the exchanges; some ask by themselves, or build the pair again, in another world:
// one in which what is hidden is something else, or in which a limit is low.
//
// A failure names the pair, the law and the exchange, as a line for curl.
//
// # Another feature
//
// Add a value to the list of its area: [schemes], rules, kinds, presences, nestings,
// entityFeatures, listFeatures, changeFeatures, contentFeatures, limitFeatures or
// wholeFeatures. Say at which operations it matters (on), what it adds to the draft,
// and with which requests a client meets it: probes are its own, alterations change
// those of others. Where two features cannot stand in one API, listed says why; that
// Build still reports it is checked, and that the fault is at the declaration.
//
// # Another law
//
// Add a function over a hearing to the list of laws. It must hold of every API, so that
// it cannot know which features there are, but for where they give it a meaning. See it
// fail: take out of the library what keeps it.
package pairs
