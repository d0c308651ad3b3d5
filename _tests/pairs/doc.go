// Package pairs builds an API of every two features of the library and checks laws with every
// response, to find errors in the combination of features. All of it is tests. TestPairs prints
// the number of pairs, how many run, and why the others are not possible.
//
//	go -C _tests test ./pairs
//	TENON_TRIPLES="5000 42" go -C _tests test ./pairs -run Triples
//
// # How it works
//
// A feature is a value with a name and a function that adds it to a draft: a scheme, a property, a
// plan, a limit. The rest of an API is always the same: a resource of items whose store has a shelf
// for each subject, so that subjects do not affect each other. A test builds a pair and sends every
// request as every caller, and as each feature and both of them alter it. An exchange has the
// request, its caller and the response. A law checks the exchanges. Some laws send further requests,
// or build the pair again in another world: with other hidden values, or with low limits.
//
// A failure names the pair, the law and the exchange, as a line for curl.
//
// # New features
//
// Add a value to the list of its area: [schemes], rules, kinds, presences, nestings,
// entityFeatures, listFeatures, changeFeatures, contentFeatures, limitFeatures, wholeFeatures or
// subscriptionFeatures.
// It has the operations that it affects (on), the additions to the draft, and its requests:
// probes are requests of its own, alterations change those of other features. If two features
// cannot be combined, listed has the reason; a test checks that Build reports a fault at the
// declaration.
//
// # New laws
//
// What users can test, too, is a law of package apitest, which runs with every pair: see publicLaws. For
// others, add a function on a trial to the list of laws. It must hold for every API, and should depend on
// features only if they define its meaning. Remove the code that keeps the law from the library,
// and verify that it fails.
package pairs
