// Package values generates random JSON values from declarations, for tests: values at bounds, with
// empty and unusual texts, with few members and with all of them, and values with one violation.
//
//	g := values.New(seed, stream)
//	v := g.Value(values.Site{Prop: body.Prop, Mode: body.Mode})
//	text := v.Append(nil)
//	g.Spoil(v)
//
// What it generates may violate a rule now and then: a caller checks a value with a probe
// (ir.Probe). Package samples generates plausible values, for examples in documents.
package values
